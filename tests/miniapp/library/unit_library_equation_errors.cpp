// Equations that isobar::PressureSolver refuses, each with one line.
#include "support_library_equation.hpp"

#include <limits>

namespace isobar {
namespace {

/// The line that making a solver ends with.
std::string refusal(const PressureGrid& grid, const Coefficients& coefficients,
                    const SolverOptions& options = {}) {
  return line_of([&] { PressureSolver(grid, coefficients, options); });
}
std::string refusal(const std::function<void(GeneralProblem&)>& change) {
  GeneralProblem problem;
  change(problem);
  return refusal(problem.grid, problem.coefficients);
}

TEST(LibraryEquationErrors, NameTheProfileTheFieldTheCell) {
  EXPECT_EQ(refusal([](GeneralProblem& p) { p.coefficients.heights.alpha_h.pop_back(); }),
            "layer profile alpha_h: 11 numbers; expected 12");
  EXPECT_EQ(refusal([](GeneralProblem& p) { p.coefficients.heights.alpha_v[3] = -2.0; }),
            "layer profile alpha_v: layer 3 is -2; expected a finite number greater than 0");
  EXPECT_EQ(refusal([](GeneralProblem& p) {
              p.grid.interfaces[2] = 0.0;
            }).find("layer profile interfaces: interface 2 is 0; expected a finite height above"),
            0U);
  EXPECT_EQ(refusal([](GeneralProblem& p) {
              p.coefficients.positions.beta = [](int i, int j) {
                return i == 5 && j == 6 ? 0.0 : 1.0;
              };
            }),
            "column field beta: (5, 6) is 0; expected a finite number greater than 0");
  EXPECT_EQ(refusal([](GeneralProblem& p) { p.grid.boundaries.west = Boundary::periodic; }),
            "boundaries west and east: one of them is periodic; expected both or none");
  CellProblem cells(false, true);
  cells.coefficients.cells.alpha_v = [](int i, int j, int k) {
    return i == 1 && j == 2 && k == 3 ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  };
  EXPECT_EQ(refusal(cells.grid, cells.coefficients, "[solver]\nmethod = \"bicgstab\"\n"),
            "cell coefficient alpha_v: (1, 2, 3) is nan; expected a finite number greater than 0");
  CellProblem convection(true, false);
  convection.coefficients.convection.y.field = [](int, int) { return HUGE_VAL; };
  EXPECT_EQ(refusal(convection.grid, convection.coefficients, "[solver]\nmethod = \"bicgstab\"\n")
                .find("convection y: inf in column (0, 0)"),
            0U);
}

TEST(LibraryEquationErrors, AnExceptionOfAFunctionIsALine) {
  EXPECT_EQ(refusal([](GeneralProblem& p) {
              p.coefficients.positions.alpha_h = [](int, int) -> double {
                throw std::runtime_error("no such column");
              };
            }),
            "no such column");
}

TEST(LibraryEquationErrors, SayWhichMethodsWillDo) {
  const CellProblem convection(true, false), cells(false, true);
  EXPECT_EQ(
      refusal(convection.grid, convection.coefficients, "[solver]\nmethod = \"cg-multigrid\"\n"),
      "options:2: solver.method = \"cg-multigrid\": not with convection, which makes the "
      "matrix unsymmetric; expected \"bicgstab\", \"bicgstab-multigrid\", \"bicgstab-modes\", "
      "\"gcr\", \"gcr-multigrid\", \"gcr-modes\", \"gmres\", \"gmres-multigrid\" or "
      "\"gmres-modes\"");
  EXPECT_EQ(
      refusal(cells.grid, cells.coefficients),
      "options: solver.method = \"multigrid\" (default): not with coefficients that are a "
      "number a cell, of which it would solve products near to them; expected "
      "\"cg-standard\", \"cg-multigrid\", \"bicgstab\", \"bicgstab-multigrid\", \"cg-modes\", "
      "\"bicgstab-modes\", \"cg-sor\", \"gcr\", \"gcr-multigrid\", \"gcr-modes\", \"gmres\", "
      "\"gmres-multigrid\", \"gmres-modes\", \"cr\", \"cr-multigrid\" or \"cr-modes\"");
  CallerOperators own;
  own.preconditioner = [](const auto&, const auto&) {};
  EXPECT_EQ(refusal(library_grid, library_atmosphere, {"", {}, own}),
            "options: solver.method = \"multigrid\" (default): not with an own preconditioner; "
            "expected \"cg-standard\", \"bicgstab\", \"gcr\", \"gmres\" or \"cr\"");
  EXPECT_EQ(
      refusal(library_grid, library_atmosphere,
              {"[solver]\nmethod = \"bicgstab\"\nprecision = \"float\"\n", {}, own}),
      "options:3: solver.precision = \"float\": operators of the caller need fields in double; "
      "expected \"double\" or \"mixed\"");
}

TEST(LibraryEquationErrors, UpdatesStayOfTheKindOfTheBeginning) {
  const auto line = [](const PressureGrid& grid, const Coefficients& first,
                       const Coefficients& second) {
    PressureSolver solver(grid, first, "[solver]\nmethod = \"bicgstab\"\n");
    return line_of([&] { solver.update(second); });
  };
  const GeneralProblem fields;
  EXPECT_EQ(line(fields.grid, fields.coefficients.physics, fields.coefficients),
            "update: fields of columns are given; expected them from the beginning, as the solver "
            "was made without");
  const CellProblem convection(true, false), cells(false, true);
  EXPECT_EQ(line(library_grid, library_atmosphere, convection.coefficients),
            "update: numbers of convection are given; expected them from the beginning, as the "
            "solver was made without");
  EXPECT_EQ(line(library_grid, library_atmosphere, cells.coefficients).substr(0, 37),
            "update: coefficients a cell are given");
  EXPECT_EQ(line(library_grid, cells.coefficients, library_atmosphere).substr(0, 41),
            "update: coefficients a cell are not given");
  EXPECT_EQ(line(library_grid, convection.coefficients, library_atmosphere), "(no error)");
}

} // namespace
} // namespace isobar
