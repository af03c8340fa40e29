#pragma once
#include <isobar/pressure_solver.hpp>
#include <pybind11/pybind11.h>

#include <mutex>

namespace isobar::python {

/// A communicator of mpi4py; none for None. Throws TypeError for anything else, ValueError unless MPI runs and is the
/// one that Isobar is linked with.
std::optional<MPI_Comm> communicator_of(pybind11::handle comm);

/// One call of Isobar at a time, from whatever thread of Python.
std::mutex& one_call();

/// A solver of Python. The first one initialises Kokkos, unless somebody has. It ends when it is closed, when Python has
/// no reference left, when MPI_Finalize is called (a solver with a communicator) or when Python exits, whichever is
/// first: always before MPI and before Kokkos, which ends with Python.
class HeldSolver {
public:
  /// Collective. Waits without the GIL.
  HeldSolver(std::optional<MPI_Comm> comm, const PressureGrid& grid,
             const Coefficients& coefficients, const SolverOptions& options);
  ~HeldSolver();
  HeldSolver(const HeldSolver&) = delete;
  HeldSolver& operator=(const HeldSolver&) = delete;

  /// Collective over the solver's communicator. A closed solver stays closed.
  void close();

  /// use(solver) without the GIL. Throws std::runtime_error if it is closed.
  template <class Use> auto without_gil(const Use& use) {
    const pybind11::gil_scoped_release released;
    const std::lock_guard lock(one_call());
    return use(open());
  }
  /// For questions that take no time.
  const PressureSolver& solver() { return open(); }

  /// At the end of MPI, of those with a communicator, and at the end of Python, of all: last made, first ended.
  /// Calls nothing of Python.
  static void end_all(bool with_mpi_only);

private:
  PressureSolver& open();

  std::unique_ptr<PressureSolver> solver_;
  bool with_mpi_;
};

/// Called when Python exits: ends all solvers and Kokkos, if Isobar initialised it.
void end_of_python();

} // namespace isobar::python
