#include "python/held_solver.hpp"

#include "python/arguments.hpp"

#include <algorithm>

namespace isobar::python {
namespace {

/// Solvers that are open, in the order in which they were made. Like the mutex never destroyed, as MPI may end after
/// this library's static objects do.
std::vector<HeldSolver*>& open_solvers() {
  static auto* const all = new std::vector<HeldSolver*>;
  return *all;
}

bool kokkos_is_ours = false, python_has_ended = false;

void start_kokkos() {
  if (python_has_ended) throw std::runtime_error("Python exits: no solver can be made any more");
  if (Kokkos::is_initialized()) return;
  Kokkos::initialize();
  kokkos_is_ours = true;
}

bool mpi_runs() {
  int initialised = 0, finalised = 0;
  check_mpi(MPI_Initialized(&initialised), "MPI_Initialized");
  check_mpi(MPI_Finalized(&finalised), "MPI_Finalized");
  return initialised != 0 && finalised == 0;
}

std::string mpi_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  check_mpi(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
  return {text.data(), std::size_t(length)};
}

int end_with_mpi(MPI_Comm, int, void*, void*) {
  const std::lock_guard lock(one_call());
  HeldSolver::end_all(true);
  return MPI_SUCCESS;
}

/// MPI_Finalize begins with deleting the attributes of MPI_COMM_SELF, while all of MPI may still be called.
void watch_end_of_mpi() {
  static bool watched = false;
  if (std::exchange(watched, true)) return;
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

std::optional<MPI_Comm> communicator_of(py::handle comm) {
  if (comm.is_none()) return {};
  const py::dict modules = py::module_::import("sys").attr("modules");
  if (!modules.contains("mpi4py.MPI") || !py::isinstance(comm, modules["mpi4py.MPI"].attr("Comm")))
    throw py::type_error(
        fmt::format("comm = {}: expected a communicator of mpi4py or None", shown(comm)));
  if (!mpi_runs())
    throw py::value_error("comm: MPI is not initialised or has ended; expected one that runs");
  const py::object mpi = modules["mpi4py.MPI"];
  const auto theirs = mpi.attr("Get_library_version")().cast<std::string>();
  if (theirs != mpi_library())
    throw py::value_error(
        fmt::format("comm: mpi4py is linked with {}; expected Isobar's {}", theirs, mpi_library()));
  return MPI_Comm_f2c(comm.attr("py2f")().cast<MPI_Fint>());
}

HeldSolver::HeldSolver(std::optional<MPI_Comm> comm, const PressureGrid& grid,
                       const Coefficients& coefficients, const SolverOptions& options)
    : with_mpi_(comm.has_value()) {
  const py::gil_scoped_release released;
  const std::lock_guard lock(one_call());
  start_kokkos();
  if (comm) watch_end_of_mpi();
  solver_ = comm ? std::make_unique<PressureSolver>(*comm, grid, coefficients, options)
                 : std::make_unique<PressureSolver>(grid, coefficients, options);
  open_solvers().push_back(this);
}

HeldSolver::~HeldSolver() { close(); }

void HeldSolver::close() {
  if (!solver_) return;
  const py::gil_scoped_release released;
  const std::lock_guard lock(one_call());
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

void end_of_python() {
  const py::gil_scoped_release released;
  const std::lock_guard lock(one_call());
  HeldSolver::end_all(false);
  python_has_ended = true;
  if (std::exchange(kokkos_is_ours, false)) Kokkos::finalize();
}

} // namespace isobar::python
