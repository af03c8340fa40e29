#include "python/array_solver.hpp"

#include "python/boundary_arguments.hpp"
#include "python/calls_to_python.hpp"
#include "python/equation_arguments.hpp"

#include <pybind11/stl.h>
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

/// Returns what read() returns. If this rank refuses an argument, other ranks must not wait for it when the solver compares
/// arguments. So give_nothing() then makes the call. Its arguments differ from all others, or all ranks refuse them.
template <class Read, class GiveNothing>
auto refused_on_all(const Read& read, const GiveNothing& give_nothing) {
  const auto take_part = [&] {
    try {
      give_nothing();
    } catch (const std::invalid_argument&) { // this rank's own line says more
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

/// Reads arguments of the constructor in the same way.
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

/// Returns what use() returns. If a caller's monitor or operator
/// throws, its exception continues as Python raised it.
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
                                         caller_operators_of(preconditioner, matrix)));
        });
        how.blocks = blocks_;
        return {ranks, grid_, coefficients, how};
      }()) {}

py::object ArraySolver::solve(const py::object& f, const py::object& u, const py::object& order,
                              const py::object& right_side) {
  return call_with({{{"f", f}}, {"u", u}, true, order}, right_side,
                   [this](PressureSolver& solver, const std::vector<In>& in, const Out& out,
                          RightSide kind) { report_ = solver.solve(in[0], out, kind); });
}

py::object ArraySolver::solve_from(const py::object& f, const py::object& u,
                                   const py::object& order, const py::object& right_side) {
  return call_with({{{"f", f}}, {"u", u}, false, order}, right_side,
                   [this](PressureSolver& solver, const std::vector<In>& in, const Out& out,
                          RightSide kind) { report_ = solver.solve_from(in[0], out, kind); });
}

py::object ArraySolver::apply(const py::object& u, const py::object& image, const py::object& order,
                              const py::object& right_side) {
  return call_with({{{"u", u}}, {"image", image}, true, order}, right_side,
                   [](PressureSolver& solver, const std::vector<In>& in, const Out& out,
                      RightSide kind) { solver.apply(in[0], out, kind); });
}

py::tuple ArraySolver::residual(const py::object& f, const py::object& u, const py::object& r,
                                const py::object& order, const py::object& right_side) {
  double norm = 0.0;
  const py::object written =
      call_with({{{"f", f}, {"u", u}}, {"r", r}, true, order}, right_side,
                [&norm](PressureSolver& solver, const std::vector<In>& in, const Out& out,
                        RightSide kind) { norm = solver.residual(in[0], in[1], out, kind); });
  return py::make_tuple(written, norm);
}

py::object ArraySolver::diagonal(const py::object& d, const py::object& order,
                                 const py::object& right_side) {
  return call_with({{}, {"d", d}, true, order}, right_side,
                   [](PressureSolver& solver, const std::vector<In>&, const Out& out,
                      RightSide kind) { solver.diagonal(out, kind); });
}

void ArraySolver::set_boundary_values(const py::object& west, const py::object& east,
                                      const py::object& south, const py::object& north,
                                      const py::object& bottom, const py::object& top) {
  const BoundaryValues values = refused_on_all(
      [&] {
        return boundary_values_of({west, east, south, north, bottom, top}, grid_,
                                  solver().blocks());
      },
      [this] { // a call that differs, so that all ranks refuse theirs
        held_.without_gil([](PressureSolver& solver) { solver.set_options("none"); });
      });
  held_.without_gil([&](PressureSolver& solver) { solver.set_boundary_values(values); });
}

void ArraySolver::set_options(const py::object& options) {
  const auto change = [this](const std::string& text) {
    held_.without_gil([&](PressureSolver& solver) { solver.set_options(text); });
  };
  change(refused_on_all([&] { return argument<std::string>("options", options, "text in TOML"); },
                        [&] { change("none"); }));
}

void ArraySolver::remove_mean(const py::object& asked) {
  const bool removes = argument<bool>("asked", asked, "True or False");
  held_.without_gil([removes](PressureSolver& solver) { solver.remove_mean(removes); });
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

/// The arrays of an argument: one array, or a list with one
/// for each block if a rank has several blocks or none.
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

/// A new array for the cells of the rank, or of one of its blocks.
py::object ArraySolver::new_array(std::size_t block, Order order) {
  if (blocks_) {
    const ColumnBlock& b = blocks_->at(block);
    return new_cells(b.nx, b.ny, grid_.nz, order);
  }
  const Partition& part = solver().partition();
  return new_cells(part.nx, part.ny, grid_.nz, order);
}

ArraySolver::Memory ArraySolver::memory_of(const Arrays& arrays) {
  Memory memory;
  const auto& [name, given] = arrays.written;
  const bool is_new = arrays.may_be_new && given.is_none();
  const std::size_t count = blocks_ ? blocks_->size() : 1;
  std::vector<Order> orders(count, order_of(name, py::none(), arrays.order));
  for (const auto& [its_name, its_arrays] : arrays.read) {
    const std::vector<py::object> all = of_blocks(its_name, its_arrays);
    const bool first = memory.read.empty(); // new arrays have this order
    memory.read.emplace_back();
    for (std::size_t block = 0; block < count; ++block) {
      const Order its_order = order_of(its_name, all[block], arrays.order);
      memory.read.back().emplace_back(its_name, all[block], its_order);
      if (first) orders[block] = its_order;
    }
  }
  std::vector<py::object> written = is_new ? std::vector<py::object>{} : of_blocks(name, given);
  for (std::size_t block = 0; block < count; ++block) {
    if (is_new) written.push_back(new_array(block, orders[block]));
    const py::object& array = written[block];
    memory.written.emplace_back(name, array,
                                axis_names(array).empty() ? orders[block]
                                                          : order_of(name, array, arrays.order));
  }
  memory.result = !is_new ? given : count == 1 ? written.front() : py::object(py::cast(written));
  return memory;
}

/// Calls call() with the cells of the arrays. If this rank refuses an array, other
/// ranks must not wait for it: they get the solver's line about a rank without memory.
py::object ArraySolver::call_with(const Arrays& arrays, const py::object& right_side,
                                  const Call& call) {
  auto kind = RightSide(-1); // invalid until the argument is found to be valid
  const auto with_nothing = [&] {
    const Out none{CellsOut(nullptr, 0, 0, 0)};
    const std::vector<In> nothing(arrays.read.size(), In{CellsIn(none[0])});
    held_.without_gil([&](PressureSolver& solver) { call(solver, nothing, none, kind); });
  };
  const Memory memory = refused_on_all(
      [&] {
        kind = choice<RightSide>("right_side", right_side, right_sides);
        return memory_of(arrays);
      },
      with_nothing);
  std::vector<In> in;
  for (const auto& cells : memory.read) {
    in.emplace_back();
    for (const CellsRead& block : cells) in.back().push_back(block.cells());
  }
  Out out;
  for (const CellsWritten& block : memory.written) out.push_back(block.cells());
  with_own_exceptions(
      [&] { held_.without_gil([&](PressureSolver& solver) { call(solver, in, out, kind); }); });
  return memory.result;
}

} // namespace isobar::python
