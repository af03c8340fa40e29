#pragma once
#include "library/solver_ends.hpp"

#include <isobar/host_solver.hpp>

#include <memory>
#include <optional>

namespace isobar {

/// A solver of a program without Kokkos. The first one initialises Kokkos
/// unless it is initialised already. The solver ends when it is closed or
/// destroyed, or as EndsInTime says: always before MPI and before Kokkos.
class HeldSolver {
public:
  /// Without a communicator the solver is of one rank and needs no MPI. Collective.
  HeldSolver(std::optional<MPI_Comm> comm, const PressureGrid& grid,
             const Coefficients& coefficients, const SolverOptions& options);
  ~HeldSolver();
  HeldSolver(const HeldSolver&) = delete;
  HeldSolver& operator=(const HeldSolver&) = delete;

  /// Closes the solver for good. Collective over the solver's communicator.
  void close();

  /// Calls use(solver), one call at a time. Throws std::runtime_error if the solver is closed.
  template <class Use> auto use(const Use& use) {
    const std::lock_guard lock(one_call());
    return use(open());
  }
  /// The solver, for questions that take no time. Throws std::runtime_error if it is closed.
  const PressureSolver& solver() { return open(); }

private:
  PressureSolver& open();

  std::unique_ptr<PressureSolver> solver_;
  std::optional<EndsInTime> end_; ///< declared after the solver, so that it is destroyed first
};

/// Ends all solvers of the program, and Kokkos if Isobar initialised it.
void end_solvers_and_kokkos();

} // namespace isobar
