#include "python/array_solver.hpp"

#include "python/calls_to_python.hpp"
#include "python/equation_arguments.hpp"

#include <pybind11/stl.h>
#include <span>
#include <utility>

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
                         const py::object& transport, const py::object& blocks,
                         const py::object& preconditioner, const py::object& matrix,
                         const py::kwargs& keywords)
    : grid_(grid_of(grid, comm)),
      blocks_(refused_on_all(communicator_of(comm), [&] { return blocks_of(blocks); })),
      held_([&]() -> HeldSolver {
        const std::optional<MPI_Comm> ranks = communicator_of(comm);
        auto [coefficients, how] = refused_on_all(ranks, [&] {
          return std::pair(coefficients_of(grid_, blocks_, keywords),
                           SolverOptions(argument<std::string>("options", options, "text in TOML"),
                                         transport_of(transport),
                                         own_parts_of(preconditioner, matrix)));
        });
        how.blocks = blocks_;
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
      refused_on_all([&] { return coefficients_of(grid_, blocks_, keywords); }, nothing);
  held_.without_gil([&](PressureSolver& solver) { solver.update(coefficients); });
}

void ArraySolver::set_monitor(const py::object& monitor) {
  held_.without_gil(
      [function = monitor_of(monitor)](PressureSolver& solver) { solver.set_monitor(function); });
}

/// An array, or a list of one for each block where a rank has several or none.
std::vector<py::object> ArraySolver::of_blocks(const char* name, const py::object& given) const {
  if (!blocks_ || blocks_->size() == 1) return {given};
  const auto expected = fmt::format("a list of {} arrays, one for each block", blocks_->size());
  if (!py::isinstance<py::list>(given))
    throw py::type_error(fmt::format("{} = {}: expected {}", name, shown(given), expected));
  std::vector<py::object> arrays;
  for (const py::handle array : given) arrays.push_back(py::reinterpret_borrow<py::object>(array));
  if (arrays.size() != blocks_->size())
    throw py::value_error(fmt::format("{}: {} arrays; expected {}", name, arrays.size(), expected));
  return arrays;
}

/// For the cells of an array of f, or of one of its blocks.
py::object ArraySolver::new_array(std::size_t block, Order order) {
  if (blocks_) {
    const ColumnBlock& b = blocks_->at(block);
    return new_cells(b.nx, b.ny, grid_.nz, order);
  }
  const Partition& part = solver().partition();
  return new_cells(part.nx, part.ny, grid_.nz, order);
}

ArraySolver::Given ArraySolver::read(const py::object& f, const py::object& u,
                                     const py::object& order, const py::object& right_side,
                                     bool may_be_new) {
  Given given;
  given.kind = choice<RightSide>("right_side", right_side, right_sides);
  const std::vector<py::object> read = of_blocks("f", f);
  const bool is_new = may_be_new && u.is_none();
  std::vector<py::object> written = is_new ? std::vector<py::object>{} : of_blocks("u", u);
  for (std::size_t n = 0; n < read.size(); ++n) {
    const Order of_f = order_of("f", read[n], order);
    if (is_new) written.push_back(new_array(n, of_f));
    const Order of_u = axis_names(written[n]).empty() ? of_f : order_of("u", written[n], order);
    given.f.emplace_back("f", read[n], of_f);
    given.u.emplace_back("u", written[n], of_u);
  }
  const bool one = !blocks_ || blocks_->size() == 1;
  given.result = !is_new ? u : one ? written.front() : py::object(py::cast(written));
  return given;
}

py::object ArraySolver::solve_with(Solve solve, const py::object& f, const py::object& u,
                                   const py::object& order, const py::object& right_side,
                                   bool may_be_new) {
  const Given given = refused_on_all([&] { return read(f, u, order, right_side, may_be_new); },
                                     [this] { refuse_on_other_ranks(); });
  std::vector<CellsIn> in;
  std::vector<CellsOut> out;
  for (const CellsRead& cells : given.f) in.push_back(cells.cells());
  for (const CellsWritten& cells : given.u) out.push_back(cells.cells());
  report_ = with_own_exceptions([&] {
    return held_.without_gil(
        [&](PressureSolver& solver) { return (solver.*solve)(in, out, given.kind); });
  });
  for (const CellsWritten& cells : given.u) cells.finish();
  return given.result;
}

/// An array that is refused here must not leave other ranks waiting: they get the solver's line about a rank without
/// memory.
void ArraySolver::refuse_on_other_ranks() {
  const CellsOut none(nullptr, 0, 0, 0);
  const CellsIn nothing = none;
  held_.without_gil(
      [&](PressureSolver& solver) { solver.solve(std::span(&nothing, 1), std::span(&none, 1)); });
}

} // namespace isobar::python
