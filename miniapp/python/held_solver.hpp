#pragma once
#include "library/held_solver.hpp"
#include "python/calls_to_python.hpp"

#include <isobar/pressure_solver.hpp>
#include <pybind11/pybind11.h>

namespace isobar::python {

/// The communicator of an object of mpi4py; none for None. Throws TypeError for anything
/// else. Throws ValueError unless MPI is running and is the one with which Isobar is linked.
std::optional<MPI_Comm> communicator_of(pybind11::handle comm);

/// A solver of Python. The first one initialises Kokkos unless it is initialised already. The
/// solver ends when it is closed, when Python has no reference left, or when Python exits. With a
/// communicator it ends at the latest in MPI_Finalize. It always ends before MPI and before Kokkos,
/// which ends with Python.
class HeldSolver {
public:
  /// Makes the solver. Waits without the GIL, like all slow functions. Collective.
  /// Throws std::runtime_error within a monitor or an operator of the caller.
  HeldSolver(std::optional<MPI_Comm> comm, const PressureGrid& grid,
             const Coefficients& coefficients, const SolverOptions& options);
  /// Ends the solver; within a monitor or an operator of
  /// the caller the solver ends after the present call.
  ~HeldSolver();

  /// Closes the solver for good. Collective over the solver's communicator. Throws what without_gil() throws.
  void close();

  /// Calls use(solver) without the GIL. Throws std::runtime_error if the
  /// solver is closed, and within a monitor or an operator of the caller.
  template <class Use> auto without_gil(const Use& use) {
    refuse_within_call();
    const pybind11::gil_scoped_release released;
    const EndsLeftSolvers after;
    return held_->use(use);
  }
  /// The solver, for questions that take no time.
  const PressureSolver& solver() { return held_->solver(); }

private:
  /// Ends solvers that were dropped within a monitor or an operator of the
  /// caller. If they ended there, they would wait forever for the present call.
  struct EndsLeftSolvers {
    ~EndsLeftSolvers();
  };

  std::unique_ptr<isobar::HeldSolver> held_;
};

/// Ends all solvers, and Kokkos if Isobar initialised it. Python calls it when it exits.
void end_of_python();

} // namespace isobar::python
