#pragma once
#include "library/solver_ends.hpp"

#include <isobar/host_solver.hpp>

#include <memory>
#include <optional>

namespace isobar {

/// A solver of a program without Kokkos, which the first one initialises unless that is done. It
/// ends when it is closed or destroyed, or as in EndsInTime: always before MPI and before Kokkos.
class HeldSolver {
public:
  /// Collective. Without a communicator: one rank, without MPI.
  HeldSolver(std::optional<MPI_Comm> comm, const PressureGrid& grid,
             const Coefficients& coefficients, const SolverOptions& options);
  ~HeldSolver();
  HeldSolver(const HeldSolver&) = delete;
  HeldSolver& operator=(const HeldSolver&) = delete;

  /// Collective over the solver's communicator. A closed solver stays closed.
  void close();

  /// Calls use(solver), one at a time. Throws std::runtime_error if it is closed.
  template <class Use> auto use(const Use& use) {
    const std::lock_guard lock(one_call());
    return use(open());
  }
  /// For questions that take no time. Throws std::runtime_error if it is closed.
  const PressureSolver& solver() { return open(); }

private:
  PressureSolver& open();

  std::unique_ptr<PressureSolver> solver_;
  std::optional<EndsInTime> end_; ///< after the solver itself, so that it ends first
};

/// Ends all solvers of the program, and Kokkos if Isobar initialised it.
void end_solvers_and_kokkos();

} // namespace isobar
