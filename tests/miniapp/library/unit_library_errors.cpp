// Arguments that isobar::PressureSolver refuses, each with one line.
#include "support_library.hpp"

namespace isobar::library_errors_test {
namespace {

/// The line of the error that making a solver ends with.
std::string refusal(const PressureGrid& grid, const std::string& sections,
                    const Coefficients& coefficients = library_atmosphere) {
  try {
    PressureSolver(grid, coefficients, sections);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "(no error)";
}

TEST(LibraryErrors, RefusesOptionsInOneLine) {
  const auto line = [](const char* sections) { return refusal(library_grid, sections); };
  EXPECT_EQ(line("[solver]\ntolerence = 1e-8"),
            "options:2: solver.tolerence = 1e-08: unknown key; did you mean solver.tolerance?");
  EXPECT_EQ(line("[solver]\nmethod = \"sweep\"").substr(0, 51),
            "options:2: solver.method = \"sweep\": unknown choice;");
  EXPECT_EQ(
      line("[solver]\nmethod = \"auto\""),
      "options:2: solver.method = \"auto\": not here, as only a run of isobar measures methods; "
      "expected the name of one");
  const char* const expected =
      ": not a section that says how to solve; expected [solver], [mixed], [multigrid], [fields], "
      "[decomposition], [launch]";
  EXPECT_EQ(line("[solver]\n[output]\nsolution = \"u.npy\""),
            std::string("options:2: [output]") + expected);
  EXPECT_EQ(line("[grid]\n"), std::string("options:1: [grid]") + expected);
  EXPECT_EQ(line("[multigrid]\nlevels = 30").substr(0, 34), "options:2: multigrid.levels = 30: ");
  EXPECT_EQ(line("nonsense").find("options:1: syntax error"), 0U);
}

TEST(LibraryErrors, RefusesGridsAndCoefficientsInOneLine) {
  EXPECT_EQ(refusal({0, 8, 8}, ""),
            "grid.nx = 0: out of range; expected an integer from 1 to 1000000");
  EXPECT_EQ(refusal({8, 8, 5000}, ""),
            "grid.nz = 5000: out of range; expected an integer from 1 to 4096");
  EXPECT_EQ(refusal({8, 8, 8, Domain::flat, LayerSpacing::uniform, ProcessGrid{2, 1}}, "")
                .find("decomposition.process_grid = [2, 1]: "),
            0U);
  EXPECT_EQ(refusal(library_grid, "", Physics{0.0, 0.5, 0.1}),
            "coefficients: w^2 = 0: out of range; expected a number above 0");
  PressureSolver solver(library_grid, library_atmosphere);
  EXPECT_THROW(solver.update(Physics{0.1, 0.5, -1.0}), std::invalid_argument);
}

TEST(LibraryErrors, RefusesCellsOfAnotherShapeInOneLine) {
  PressureSolver solver(library_grid, library_atmosphere);
  Cells u(solver.partition(), library_grid.nz);
  const auto line = [&](const CellsIn& f) -> std::string {
    try {
      (void)solver.solve(f, u.out());
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "(no error)";
  };
  EXPECT_EQ(line({u.values.data(), 12, 32, 24}),
            "f: 12 x 32 x 24 cells in x, y and z on rank 0; expected 24 x 32 x 12");
  EXPECT_EQ(line({static_cast<double*>(nullptr), 24, 32, 12}), "f: no memory on rank 0");
}

TEST(LibraryErrors, RefusesMpiThatIsNotInitialised) {
  try {
    PressureSolver(MPI_COMM_WORLD, library_grid, library_atmosphere);
    FAIL();
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "MPI is not initialised; expected MPI_Init_thread before");
  }
}

TEST(LibraryErrors, NamesOptionsWithoutEffect) {
  const PressureSolver solver(library_grid, library_atmosphere, "[mixed]\ncycles = [2]\n");
  ASSERT_EQ(solver.unused_options().size(), 1U);
  EXPECT_EQ(solver.unused_options()[0].find("options:2: mixed.cycles = [2]: not used"), 0U);
  EXPECT_NE(solver.levels(), "");
}

} // namespace
} // namespace isobar::library_errors_test
