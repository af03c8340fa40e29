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

TEST_P(LibraryUpdate, OfModesSolvesTheOtherEquation) {
  const UpdateCase& c = GetParam();
  if (c.grid.flux == Flux::vertex) GTEST_SKIP() << "which modes have not";
  expect_modes_to_follow(c, [&](const Coefficients& coefficients, const std::string& sections) {
    return std::make_unique<PressureSolver>(c.grid, coefficients, sections);
  });
}

INSTANTIATE_TEST_SUITE_P(, LibraryUpdate, testing::ValuesIn(update_cases()),
                         [](const auto& info) { return info.param.what; });

} // namespace
} // namespace isobar
