// The same of many ranks: an update makes the solver that a setup would make. A few methods, as ranks that share cores take long to wait.
#include "support_library_update.hpp"
#include "support_transport.hpp"

namespace isobar {
namespace {

void expect_updates_of_ranks(const std::string& what, const std::vector<MethodCase>& methods) {
  const Transport way = best_transport(MpiComm(MPI_COMM_WORLD)).inside;
  for (const UpdateCase& c : update_cases())
    for (const MethodCase& method : methods) {
      if (c.what != what) continue;
      const std::string sections = method.sections(2);
      SCOPED_TRACE(sections);
      const auto make = [&](const Coefficients& coefficients) {
        return std::make_unique<PressureSolver>(MPI_COMM_WORLD, c.grid, coefficients,
                                                SolverOptions(sections, way));
      };
      expect_the_update_to_be_a_setup(c, make, most_difference(sections));
    }
}

TEST(LibraryUpdate, OfAllRanksIsASetupWithOtherHeights) {
  expect_updates_of_ranks("heights",
                          {{"\"multigrid\""},
                           {"\"multigrid\"\nprecision = \"mixed\"", "merged_layers = 2\n"},
                           {"\"cg-fused\"", "", false}});
}

TEST(LibraryUpdate, OfAllRanksIsASetupWithOtherCellsAndConvection) {
  expect_updates_of_ranks("both", {{"\"bicgstab-multigrid\"\nprecision = \"mixed\""}});
}

TEST(LibraryUpdate, OfAllRanksIsASetupOverAnotherGround) {
  expect_updates_of_ranks(
      "ground", {{"\"cg-multigrid\""}, {"\"bicgstab-multigrid\"\nprecision = \"mixed\""}});
}

/// Each rank has the functions of all columns again.
TEST(LibraryUpdate, OfAllRanksWithModesSolvesTheOtherEquation) {
  const Transport way = best_transport(MpiComm(MPI_COMM_WORLD)).inside;
  for (const UpdateCase& c : update_cases()) {
    const std::string what = c.what;
    if (what != "positions" && what != "both") continue;
    SCOPED_TRACE(what);
    expect_modes_to_follow(c, [&](const Coefficients& coefficients, const std::string& sections) {
      return std::make_unique<PressureSolver>(MPI_COMM_WORLD, c.grid, coefficients,
                                              SolverOptions(sections, way));
    });
  }
}

} // namespace
} // namespace isobar
