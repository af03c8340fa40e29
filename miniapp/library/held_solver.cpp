#include "library/held_solver.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/runtime.hpp>

#include <stdexcept>
#include <utility>
#include <vector>

namespace isobar {
namespace {

/// Solvers that are open, in the order in which they were made. Like the mutex never destroyed, as MPI may end after
/// this library's static objects do.
std::vector<HeldSolver*>& open_solvers() {
  static auto* const all = new std::vector<HeldSolver*>;
  return *all;
}

int end_with_mpi(MPI_Comm, int, void*, void*) {
  const std::lock_guard lock(one_call());
  HeldSolver::end_all(true);
  return MPI_SUCCESS;
}

/// MPI_Finalize begins with deleting the attributes of MPI_COMM_SELF, while all of MPI may still be called.
void watch_end_of_mpi() {
  int initialised = 0;
  check_mpi(MPI_Initialized(&initialised), "MPI_Initialized");
  static bool watched = false;
  if (initialised == 0 || std::exchange(watched, true)) return;
  int key = MPI_KEYVAL_INVALID;
  check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_with_mpi, &key, nullptr),
            "MPI_Comm_create_keyval");
  check_mpi(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), "MPI_Comm_set_attr");
  check_mpi(MPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
}

} // namespace

std::mutex& one_call() {
  static auto* const mutex = new std::mutex;
  return *mutex;
}

HeldSolver::HeldSolver(std::optional<MPI_Comm> comm, const PressureGrid& grid,
                       const Coefficients& coefficients, const SolverOptions& options)
    : with_mpi_(comm.has_value()) {
  const std::lock_guard lock(one_call());
  initialise();
  if (comm) watch_end_of_mpi();
  solver_ = comm ? std::make_unique<PressureSolver>(*comm, grid, coefficients, options)
                 : std::make_unique<PressureSolver>(grid, coefficients, options);
  open_solvers().push_back(this);
}

HeldSolver::~HeldSolver() { close(); }

void HeldSolver::close() {
  const std::lock_guard lock(one_call());
  if (!solver_) return;
  std::erase(open_solvers(), this);
  solver_.reset();
}

PressureSolver& HeldSolver::open() {
  if (!solver_) throw std::runtime_error("this solver is closed");
  return *solver_;
}

void HeldSolver::end_all(bool with_mpi_only) {
  auto& all = open_solvers();
  for (auto held = all.rbegin(); held != all.rend(); ++held)
    if ((*held)->with_mpi_ || !with_mpi_only) (*held)->solver_.reset();
  std::erase_if(all, [](const HeldSolver* held) { return !held->solver_; });
}

void end_solvers_and_kokkos() {
  const std::lock_guard lock(one_call());
  HeldSolver::end_all(false);
  finalise();
}

} // namespace isobar
