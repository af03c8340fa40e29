#include "c/handles.hpp"

#include "c/errors.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <map>

namespace isobar::c {
namespace {

using Number = std::uintptr_t;

/// All solvers by the numbers of their handles. A number is never used
/// again, so an old handle never refers to another solver. The object
/// is never destroyed, because solvers may end after static objects.
struct Solvers {
  std::mutex mutex;
  Number last = 0;
  std::map<Number, std::unique_ptr<Solver>> all;
};
Solvers& solvers() {
  static auto* const all = new Solvers;
  return *all;
}

auto found(isobar_solver handle) {
  if (handle == nullptr) refuse("solver is null; expected one that isobar_create has made");
  const auto at = solvers().all.find(reinterpret_cast<Number>(handle));
  if (at == solvers().all.end())
    refuse("solver is none that isobar_create has made, or was destroyed; expected one that is "
           "there");
  return at;
}

PressureGrid without_arrays(const PressureGrid& grid) {
  PressureGrid plain = grid;
  plain.columns.reset();
  plain.interfaces.clear();
  return plain;
}

} // namespace

Solver::Solver(std::optional<MPI_Comm> comm, const PressureGrid& given,
               const Coefficients& coefficients, const SolverOptions& options,
               const ArrayColumns& columns)
    : held(comm, given, coefficients, options), grid(without_arrays(given)), arrays(columns) {
  take_unused_options();
}

void Solver::take_unused_options() {
  unused_options = fmt::format("{}", fmt::join(held.solver().unused_options(), "\n"));
}

isobar_solver handle_of(std::unique_ptr<Solver> solver) {
  const std::lock_guard lock(solvers().mutex);
  const Number number = ++solvers().last;
  solvers().all.emplace(number, std::move(solver));
  return reinterpret_cast<isobar_solver>(number); // NOLINT(performance-no-int-to-ptr)
}

Solver& solver_of(isobar_solver handle) {
  const std::lock_guard lock(solvers().mutex);
  return *found(handle)->second;
}

void destroy(isobar_solver handle) {
  if (handle == nullptr) return;
  std::unique_ptr<Solver> solver; // outlives the lock
  const std::lock_guard lock(solvers().mutex);
  const auto at = found(handle);
  solver = std::move(at->second);
  solvers().all.erase(at);
}

} // namespace isobar::c
