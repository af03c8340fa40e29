// The same of many ranks: an update of any method with any coefficients makes the solver that a setup with them would make.
#include "support_library_update.hpp"
#include "support_transport.hpp"

namespace isobar {
namespace {

TEST(LibraryUpdate, OfAllRanksIsASetupForEachMethod) {
  const Transport way = best_transport(MpiComm(MPI_COMM_WORLD)).inside;
  for (const UpdateCase& c : update_cases())
    for (const std::vector<MethodCase>& methods : c.methods)
      for (const MethodCase& method : methods) {
        const std::string sections = method.sections(2);
        SCOPED_TRACE(c.what + (":\n" + sections));
        const auto make = [&](const Coefficients& coefficients) {
          return std::make_unique<PressureSolver>(MPI_COMM_WORLD, c.grid, coefficients,
                                                  SolverOptions(sections, way));
        };
        expect_the_update_to_be_a_setup(c, make, most_difference(sections));
      }
}

} // namespace
} // namespace isobar
