// The ground of isobar.h, by function and by array, against the class of C++.
#include "support_c.hpp"
#include "support_library.hpp"

namespace isobar::c_ground {
namespace {

using c_test::OwnedSolver;

constexpr int nx = 16, ny = 20, nz = 6;
constexpr double depth = 0.01;
const char* const sections = "[solver]\nmethod = \"cg-multigrid\"\ntolerance = 1e-9\n";

double hills(int i, int j, void* share) {
  return depth * *static_cast<double*>(share) * (1.0 + std::sin(0.4 * i) * std::cos(0.3 * j));
}

struct Inclined {
  double share = 0.2;
  isobar_grid grid{};
  isobar_coefficients coefficients{};
  isobar_options options{sections, ISOBAR_FASTEST, 0, nullptr};
  Inclined() {
    grid.nx = nx;
    grid.ny = ny;
    grid.nz = nz;
    grid.flux = ISOBAR_VERTEX;
    coefficients.physics = {1e-4, 0.4, depth};
    coefficients.ground.function = hills;
    coefficients.ground.context = &share;
  }
  Inclined(const Inclined&) = delete;
};

std::vector<double> solution(const OwnedSolver& solver) {
  std::vector<double> f(std::size_t(nx) * ny * nz), u(f.size());
  for (std::size_t n = 0; n < f.size(); ++n) f[n] = double(7 * n % 11) - 5.0;
  EXPECT_EQ(
      isobar_solve(solver.handle, f.data(), nullptr, u.data(), nullptr, ISOBAR_CELL_MEANS, nullptr),
      ISOBAR_OK)
      << isobar_error_text();
  return u;
}

std::vector<double> in_cpp(double share) {
  PressureGrid grid{nx, ny, nz};
  grid.flux = Flux::vertex;
  Coefficients c = Physics{1e-4, 0.4, depth};
  c.positions.ground = [=](int i, int j) mutable { return hills(i, j, &share); };
  PressureSolver solver(grid, c, sections);
  Cells f(Partition::whole(nx, ny), nz);
  for (std::size_t n = 0; n < f.values.size(); ++n) f.values[n] = double(7 * n % 11) - 5.0;
  return solution_of(solver, f).values;
}

TEST(CGround, IsThatOfTheClass) {
  Inclined p;
  OwnedSolver by_function, by_array;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &by_function.handle), ISOBAR_OK)
      << isobar_error_text();
  EXPECT_EQ(solution(by_function), in_cpp(p.share));

  std::vector<double> heights; // column by column from the south
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j) heights.push_back(hills(i, j, &p.share));
  p.coefficients.ground = {heights.data(), ny, 1, nx, ny, nullptr, nullptr};
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &by_array.handle), ISOBAR_OK)
      << isobar_error_text();
  EXPECT_EQ(solution(by_array), in_cpp(p.share));
}

TEST(CGround, MayChangeInUpdatesButNotGo) {
  Inclined p;
  OwnedSolver solver;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &solver.handle), ISOBAR_OK);
  p.share = 0.1;
  ASSERT_EQ(isobar_update(solver.handle, &p.coefficients), ISOBAR_OK) << isobar_error_text();
  EXPECT_LE(difference(solution(solver), in_cpp(p.share)), 1e-12);
  p.coefficients.ground = {};
  EXPECT_EQ(isobar_update(solver.handle, &p.coefficients), ISOBAR_WRONG_ARGUMENT);
  EXPECT_STREQ(isobar_error_text(),
               "update: a ground is not given; expected it as in the beginning");
}

std::string refusal(const Inclined& p) {
  OwnedSolver solver;
  EXPECT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &solver.handle),
            ISOBAR_WRONG_ARGUMENT);
  return isobar_error_text();
}

TEST(CGround, IsRefusedInOneLine) {
  Inclined flat, wrong, twice, high;
  flat.grid.flux = ISOBAR_TWO_POINT;
  EXPECT_EQ(refusal(flat), "ground: given with the two-point flux, which has no gradients; "
                           "expected flux vertex, or none");
  const double heights[1]{};
  wrong.coefficients.ground = {heights, 0, 0, ny, nx, nullptr, nullptr};
  EXPECT_EQ(refusal(wrong), "ground: an array of 20 x 16 numbers; expected 16 x 20");
  twice.coefficients.ground.array = heights;
  EXPECT_EQ(refusal(twice), "ground: both an array and a function; expected one of them");
  high.share = 1.0;
  EXPECT_EQ(refusal(high).rfind("column field ground: (", 0), 0U) << refusal(high);
}

} // namespace
} // namespace isobar::c_ground
