#include "python/held_solver.hpp"

#include "python/arguments.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <array>
#include <utility>
#include <vector>

namespace isobar::python {
namespace {

bool python_has_ended = false;

/// Solvers that this thread dropped within a solve's call of Python, and must end later.
std::vector<std::unique_ptr<isobar::HeldSolver>>& left_solvers() {
  thread_local std::vector<std::unique_ptr<isobar::HeldSolver>> left;
  return left;
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

} // namespace

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
                       const Coefficients& coefficients, const SolverOptions& options) {
  refuse_within_call();
  const py::gil_scoped_release released;
  if (python_has_ended) throw std::runtime_error("Python exits: no solver can be made any more");
  held_ = std::make_unique<isobar::HeldSolver>(comm, grid, coefficients, options);
}

HeldSolver::~HeldSolver() {
  if (!held_) return;
  if (within_call()) {
    left_solvers().push_back(std::move(held_));
  } else {
    const py::gil_scoped_release released;
    const EndsLeftSolvers after;
    held_.reset();
  }
}

HeldSolver::EndsLeftSolvers::~EndsLeftSolvers() {
  while (!left_solvers().empty()) { // functions of these solvers may drop further ones
    const auto some = std::exchange(left_solvers(), {});
  }
}

void HeldSolver::close() {
  refuse_within_call();
  const py::gil_scoped_release released;
  const EndsLeftSolvers after;
  held_->close();
}

void end_of_python() {
  const py::gil_scoped_release released;
  python_has_ended = true;
  end_solvers_and_kokkos();
}

} // namespace isobar::python
