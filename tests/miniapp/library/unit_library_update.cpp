// An update of any method with any coefficients makes the solver that a setup with them would make.
#include "support_library_update.hpp"

namespace isobar {
namespace {

class LibraryUpdate : public testing::TestWithParam<UpdateCase> {};

TEST_P(LibraryUpdate, IsASetupForEachMethod) {
  const UpdateCase& c = GetParam();
  for (const std::vector<MethodCase>& methods : c.methods)
    for (const MethodCase& method : methods) {
      const std::string sections = method.sections(3);
      SCOPED_TRACE(sections);
      const auto make = [&](const Coefficients& coefficients) {
        return std::make_unique<PressureSolver>(c.grid, coefficients, sections);
      };
      expect_the_update_to_be_a_setup(c, make, most_difference(sections));
    }
}

/// Modes keep how many of them have cycles, and the levels. So iterations may differ from those of a new solver, but solutions may not.
TEST_P(LibraryUpdate, OfModesSolvesTheOtherEquation) {
  const UpdateCase& c = GetParam();
  const bool symmetric = c.methods.size() > 1; // more than BiCGStab's
  const bool separates = std::string(c.what) == "physics";
  for (const std::string method :
       {"\"bicgstab-modes\"", "\"cg-modes\"", "\"cg-modes\"\nprecision = \"mixed\"", "\"modes\"",
        "\"modes\"\nprecision = \"mixed\""}) {
    if (!symmetric && method.starts_with("\"cg")) continue;
    if (!separates && method.starts_with("\"modes")) continue;
    const std::string sections = "[solver]\ntolerance = 1e-11\nmethod = " + method + "\n";
    SCOPED_TRACE(sections);
    PressureSolver updated(c.grid, c.before, sections), fresh(c.grid, c.after, sections);
    const Cells f = library_right_side(fresh);
    Cells u(fresh.partition(), f.nz), right = u;
    EXPECT_TRUE(updated.solve(f.in(), u.out()).converged());
    const std::vector<double> before = u.values;
    updated.update(c.after);
    EXPECT_TRUE(updated.solve(f.in(), u.out()).converged());
    EXPECT_TRUE(fresh.solve(f.in(), right.out()).converged());
    EXPECT_GT(difference(before, right.values), 1e-3);
    EXPECT_LE(difference(u.values, right.values), 1e-8);
  }
}

INSTANTIATE_TEST_SUITE_P(, LibraryUpdate, testing::ValuesIn(update_cases()),
                         [](const auto& info) { return info.param.what; });

} // namespace
} // namespace isobar
