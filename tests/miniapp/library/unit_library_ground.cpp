// isobar::PressureSolver with layers that follow the ground.
#include "support_library_equation.hpp"

#include <cmath>

namespace isobar::library_ground {
namespace {

PressureGrid vertex_grid() {
  PressureGrid grid = library_grid;
  grid.flux = Flux::vertex;
  return grid;
}
const double depth = non_dimensional(library_atmosphere).depth;

Coefficients over(const HorizontalField& ground) {
  Coefficients c(library_atmosphere);
  c.positions.ground = ground;
  return c;
}
double hills(int i, int j) { return depth * (0.2 + 0.1 * std::sin(0.5 * i) * std::cos(0.4 * j)); }

std::string tight(const char* method) {
  return "[solver]\ntolerance = 1e-10\nmethod = \"" + std::string(method) + "\"\n";
}
std::vector<double> solution(const Coefficients& c, const std::string& sections) {
  PressureSolver solver(vertex_grid(), c, sections);
  return solution_of(solver, library_right_side(solver)).values;
}

TEST(LibraryGround, HasTheSameSolutionByAllMethods) {
  const std::vector<double> u = solution(over(hills), tight("cg-multigrid"));
  for (const char* method : {"cg-standard", "bicgstab", "bicgstab-multigrid"})
    EXPECT_LE(difference(u, solution(over(hills), tight(method))), 1e-7) << method;
  EXPECT_LE(difference(u, solution(over(hills), tight("cg-multigrid") + "precision = \"mixed\"\n")),
            1e-7);
}

/// A plateau is a thinner shell with the same f: nothing is inclined, and cells are smaller.
TEST(LibraryGround, APlateauMakesLayersThinner) {
  Coefficients thinner(library_atmosphere);
  thinner.positions.alpha_v = [](int, int) { return 1.0 / (0.75 * 0.75); };
  const std::vector<double> u = solution(thinner, tight("multigrid"));
  EXPECT_LE(
      difference(solution(over([](int, int) { return 0.25 * depth; }), tight("cg-multigrid")), u),
      1e-8);
  EXPECT_GT(difference(solution(over(hills), tight("cg-multigrid")), u), 1e-3);
}

/// Numbers that the ground multiplies are those of the caller.
TEST(LibraryGround, GoesWithOtherFunctionsOfThePosition) {
  Coefficients with = over(hills), flat(library_atmosphere);
  with.positions.alpha_h =
      flat.positions.alpha_h = [](int i, int j) { return 1.5 + std::sin(0.3 * i + 0.1 * j); };
  const std::vector<double> u = solution(with, tight("cg-multigrid"));
  EXPECT_LE(difference(u, solution(with, tight("bicgstab"))), 1e-7);
  EXPECT_GT(difference(u, solution(flat, tight("cg-multigrid"))), 1e-3);
}

std::string refusal(const Coefficients& c, const char* method = "cg-multigrid",
                    const PressureGrid& grid = vertex_grid()) {
  return line_of([&] { PressureSolver(grid, c, tight(method)); });
}

/// The depth of no layers is never asked for.
TEST(LibraryGround, RefusesNumbersOfLayersInALine) {
  for (const int nz : {0, -1}) {
    PressureGrid grid = vertex_grid();
    grid.nz = nz;
    EXPECT_NE(refusal(over(hills), "cg-multigrid", grid).find(std::to_string(nz)),
              std::string::npos);
  }
}

TEST(LibraryGround, IsRefusedInOneLineWhereItCannotBe) {
  EXPECT_EQ(refusal(over(hills), "cg-multigrid", library_grid),
            "ground: given with the two-point flux, which has no gradients; expected flux vertex, "
            "or none");
  for (const char* method : {"multigrid", "cg-fused"})
    EXPECT_NE(refusal(over(hills), method)
                  .find("not over a ground, of whose inclined layers it would know the thickness "
                        "alone; expected \"cg-standard\", \"cg-multigrid\", \"bicgstab\", "
                        "\"bicgstab-multigrid\", \"gcr\", \"gcr-multigrid\", \"gmres\", "
                        "\"gmres-multigrid\", \"cr\" or \"cr-multigrid\""),
              std::string::npos)
        << refusal(over(hills), method);
  EXPECT_EQ(refusal(over([](int i, int j) { return i == 3 && j == 4 ? depth : 0.0; })),
            "column field ground: (3, 4) is at 1 of the depth; expected a finite height below the "
            "depth");
  Coefficients convection = over(hills), cells = over(hills);
  convection.convection.x.profile.assign(12, 1.0);
  EXPECT_EQ(refusal(convection, "bicgstab"),
            "ground: given together with convection; expected one of the two");
  cells.cells.beta = [](int, int, int) { return 1.0; };
  EXPECT_EQ(refusal(cells),
            "ground: given together with coefficients a cell; expected one of the two");
}

TEST(LibraryGround, StaysOrStaysAway) {
  Coefficients flat(library_atmosphere);
  flat.positions.alpha_h = [](int, int) { return 1.0; };
  PressureSolver with(vertex_grid(), over(hills), tight("cg-multigrid")),
      without(vertex_grid(), flat, tight("cg-multigrid"));
  EXPECT_EQ(line_of([&] { with.update(flat); }),
            "update: a ground is not given; expected it as in the beginning");
  EXPECT_EQ(line_of([&] { without.update(over(hills)); }),
            "update: a ground is given; expected it from the beginning");
  Coefficients as_before(library_atmosphere);
  as_before.positions_as_before = true;
  EXPECT_EQ(line_of([&] { with.update(as_before); }), "(no error)");
  EXPECT_LE(difference(solution_of(with, library_right_side(with)).values,
                       solution(over(hills), tight("cg-multigrid"))),
            1e-12);
}

} // namespace
} // namespace isobar::library_ground
