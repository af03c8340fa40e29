#include "c/arguments.hpp"
#include "c/errors.hpp"
#include "c/handles.hpp"
#include "library/usable_communicator.hpp"

#include <isobar/runtime.hpp>

#include <type_traits>

namespace isobar::c {
namespace {

static_assert(std::is_same_v<MPI_Fint, int>, "isobar.h has communicators as int");

int create(std::optional<int> number, const isobar_grid* grid,
           const isobar_coefficients* coefficients, const isobar_options* options,
           isobar_solver* solver) {
  if (solver != nullptr) *solver = nullptr;
  return coded([&] {
    std::optional<MPI_Comm> comm;
    if (number) {
      require_mpi(); // without MPI a call of it would end the program
      comm = MPI_Comm_f2c(*number);
    }
    auto made = refused_on_all(
        [&] {
          required(solver, "solver");
          const ArrayColumns arrays = array_columns_of(required(grid, "grid"), options);
          const PressureGrid given = grid_of(*grid, arrays);
          return std::tuple{given,
                            coefficients_of(required(coefficients, "coefficients"), given, arrays),
                            options_of(options), arrays};
        },
        [&] {
          if (comm) HeldSolver(comm, PressureGrid{}, Physics{}, {});
        });
    const auto& [given_grid, given_coefficients, given_options, arrays] = made;
    *solver = handle_of(
        std::make_unique<Solver>(comm, given_grid, given_coefficients, given_options, arrays));
  });
}

} // namespace
} // namespace isobar::c

int isobar_initialise() {
  return isobar::c::coded([] { isobar::initialise(); });
}
int isobar_finalise() {
  return isobar::c::coded([] { isobar::end_solvers_and_kokkos(); });
}

int isobar_create(const isobar_grid* grid, const isobar_coefficients* coefficients,
                  const isobar_options* options, isobar_solver* solver) {
  return isobar::c::create({}, grid, coefficients, options, solver);
}
int isobar_create_on(int comm, const isobar_grid* grid, const isobar_coefficients* coefficients,
                     const isobar_options* options, isobar_solver* solver) {
  return isobar::c::create(comm, grid, coefficients, options, solver);
}
int isobar_destroy(isobar_solver solver) {
  return isobar::c::coded([=] { isobar::c::destroy(solver); });
}
