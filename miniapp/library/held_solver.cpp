#include "library/held_solver.hpp"

#include <isobar/runtime.hpp>

#include <stdexcept>

namespace isobar {

HeldSolver::HeldSolver(std::optional<MPI_Comm> comm, const PressureGrid& grid,
                       const Coefficients& coefficients, const SolverOptions& options) {
  const std::lock_guard lock(one_call());
  initialise();
  solver_ = comm ? std::make_unique<PressureSolver>(*comm, grid, coefficients, options)
                 : std::make_unique<PressureSolver>(grid, coefficients, options);
  end_.emplace(comm.has_value(), [this] { solver_.reset(); });
}

HeldSolver::~HeldSolver() { close(); }

void HeldSolver::close() {
  const std::lock_guard lock(one_call());
  end_.reset();
  solver_.reset();
}

PressureSolver& HeldSolver::open() {
  if (!solver_) throw std::runtime_error("this solver is closed");
  return *solver_;
}

void end_solvers_and_kokkos() {
  const std::lock_guard lock(one_call());
  EndsInTime::end_all(false);
  finalise();
}

} // namespace isobar
