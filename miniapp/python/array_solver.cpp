#include "python/array_solver.hpp"

#include "python/array_cells.hpp"
#include "python/calls_to_python.hpp"

#include <tuple>

namespace isobar::python {
namespace {

constexpr std::array<std::string_view, 2> right_sides = {"cell_means", "integrals"};

std::optional<Transport> transport_of(const py::object& word) {
  if (word.is_none()) return {};
  std::array<std::string_view, transports.size()> words;
  for (const Transport way : transports) words[std::size_t(way)] = to_string(way);
  return choice<Transport>("transport", word, words);
}

/// What read() returns. An argument that is refused here must not leave other ranks waiting for this one, where the solver
/// compares arguments: give_nothing() takes part in that with some that nobody else has, or that all refuse.
template <class Read, class GiveNothing>
auto refused_on_all(const Read& read, const GiveNothing& give_nothing) {
  const auto take_part = [&] {
    try {
      give_nothing();
    } catch (const std::invalid_argument&) { // this rank says more of its argument
    }
  };
  try {
    return read();
  } catch (const py::builtin_exception&) {
    take_part();
    throw;
  } catch (py::error_already_set&) {
    take_part();
    throw;
  }
}

/// The same of arguments of the constructor.
template <class Read> auto refused_on_all(const std::optional<MPI_Comm>& comm, const Read& read) {
  return refused_on_all(read, [&] {
    if (comm) HeldSolver(comm, PressureGrid{}, Physics{}, {});
  });
}

PressureGrid grid_of(const py::object& grid, const py::object& comm) {
  return refused_on_all(communicator_of(comm), [&] {
    return argument<PressureGrid>("grid", grid, "an isobar.PressureGrid");
  });
}

/// What use() returns. The exception of a monitor or an own part goes on as Python raised it.
template <class Use> auto with_own_exceptions(const Use& use) {
  try {
    return use();
  } catch (const PythonError& error) {
    throw py::error_already_set(error.error());
  }
}

} // namespace

ArraySolver::ArraySolver(const py::object& grid, const py::object& options, const py::object& comm,
                         const py::object& transport, const py::object& preconditioner,
                         const py::object& matrix, const py::kwargs& keywords)
    : grid_(grid_of(grid, comm)), held_([&]() -> HeldSolver {
        const std::optional<MPI_Comm> ranks = communicator_of(comm);
        const auto [coefficients, how] = refused_on_all(ranks, [&] {
          return std::pair(coefficients_of(grid_, keywords),
                           SolverOptions(argument<std::string>("options", options, "text in TOML"),
                                         transport_of(transport),
                                         own_parts_of(preconditioner, matrix)));
        });
        return {ranks, grid_, coefficients, how};
      }()) {}

py::object ArraySolver::solve(const py::object& f, const py::object& u, const py::object& order,
                              const py::object& right_side) {
  return solve_with(&PressureSolver::solve, f, u, order, right_side, true);
}

py::object ArraySolver::solve_from(const py::object& f, const py::object& u,
                                   const py::object& order, const py::object& right_side) {
  return solve_with(&PressureSolver::solve_from, f, u, order, right_side, false);
}

void ArraySolver::update(const py::kwargs& keywords) {
  const auto nothing = [this] {
    held_.without_gil([](PressureSolver& solver) { solver.update(Physics{}); });
  };
  const Coefficients coefficients =
      refused_on_all([&] { return coefficients_of(grid_, keywords); }, nothing);
  held_.without_gil([&](PressureSolver& solver) { solver.update(coefficients); });
}

void ArraySolver::set_monitor(const py::object& monitor) {
  held_.without_gil(
      [function = monitor_of(monitor)](PressureSolver& solver) { solver.set_monitor(function); });
}

py::object ArraySolver::solve_with(Solve solve, const py::object& f, const py::object& u,
                                   const py::object& order, const py::object& right_side,
                                   bool may_be_new) {
  const auto read = [&] {
    const auto kind = choice<RightSide>("right_side", right_side, right_sides);
    const Order of_f = order_of("f", f, order);
    const bool is_new = may_be_new && u.is_none();
    const py::object result = is_new ? new_cells(solver().partition(), grid_.nz, of_f) : u;
    const Order of_u = axis_names(result).empty() ? of_f : order_of("u", result, order);
    return std::tuple(CellsRead("f", f, of_f), CellsWritten("u", result, of_u), kind, result);
  };
  const auto given = refused_on_all(read, [this] { refuse_on_other_ranks(); });
  report_ = with_own_exceptions([&] {
    return held_.without_gil([&](PressureSolver& solver) {
      return (solver.*solve)(std::get<0>(given).cells(), std::get<1>(given).cells(),
                             std::get<2>(given));
    });
  });
  std::get<1>(given).finish();
  return std::get<3>(given);
}

/// An array that is refused here must not leave other ranks waiting: they get the solver's line about a rank without
/// memory.
void ArraySolver::refuse_on_other_ranks() {
  const CellData<double> none(nullptr, 0, 0, 0);
  held_.without_gil([&](PressureSolver& solver) { solver.solve(none, none); });
}

} // namespace isobar::python
