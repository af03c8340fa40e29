#pragma once
#include "library/held_solver.hpp"
#include "python/calls_to_python.hpp"

#include <isobar/pressure_solver.hpp>
#include <pybind11/pybind11.h>

namespace isobar::python {

/// A communicator of mpi4py; none for None. Throws TypeError for anything else,
/// and ValueError unless MPI runs and is the one that Isobar is linked with.
std::optional<MPI_Comm> communicator_of(pybind11::handle comm);

/// A solver of Python. The first one initialises Kokkos unless that is done. It ends when it is
/// closed, when Python has no reference left, in MPI_Finalize (a solver with a communicator) or when
/// Python exits, whichever is first: always before MPI and before Kokkos, which ends with Python.
class HeldSolver {
public:
  /// Collective. Waits without the GIL, like all slow functions. Throws std::runtime_error within a monitor or an operator of the caller.
  HeldSolver(std::optional<MPI_Comm> comm, const PressureGrid& grid,
             const Coefficients& coefficients, const SolverOptions& options);
  /// Closes it; within a monitor or an operator of the caller the solver ends after the present call.
  ~HeldSolver();

  /// Collective over the solver's communicator. A closed solver stays closed. Throws what without_gil() throws.
  void close();

  /// Calls use(solver) without the GIL. Throws std::runtime_error if it is closed, and within a monitor or an operator of the caller.
  template <class Use> auto without_gil(const Use& use) {
    refuse_within_call();
    const pybind11::gil_scoped_release released;
    const EndsLeftSolvers after;
    return held_->use(use);
  }
  /// For questions that take no time.
  const PressureSolver& solver() { return held_->solver(); }

private:
  /// Ends solvers that were dropped within a monitor or an operator of the caller, where their end would wait forever for the present call.
  struct EndsLeftSolvers {
    ~EndsLeftSolvers();
  };

  std::unique_ptr<isobar::HeldSolver> held_;
};

/// Called when Python exits: ends all solvers and Kokkos, if Isobar initialised it.
void end_of_python();

} // namespace isobar::python
