#pragma once
#include "python/array_cells.hpp"
#include "python/bindings.hpp"
#include "python/held_solver.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace isobar::python {

/// PressureSolver with the state that Python needs between
/// two calls. Its functions are those of the class in Python.
class ArraySolver {
public:
  ArraySolver(const py::object& grid, const py::object& options, const py::object& comm,
              const py::object& transport, const py::object& blocks,
              const py::object& preconditioner, const py::object& matrix,
              const py::kwargs& coefficients);

  /// Each function returns the array that it writes: a new one if None is given.
  py::object solve(const py::object& f, const py::object& u, const py::object& order,
                   const py::object& right_side);
  py::object solve_from(const py::object& f, const py::object& u, const py::object& order,
                        const py::object& right_side);
  py::object apply(const py::object& u, const py::object& image, const py::object& order,
                   const py::object& right_side);
  /// Returns (r, norm).
  py::tuple residual(const py::object& f, const py::object& u, const py::object& r,
                     const py::object& order, const py::object& right_side);
  py::object diagonal(const py::object& d, const py::object& order, const py::object& right_side);
  void update(const py::kwargs& coefficients);
  void set_boundary_values(const py::object& west, const py::object& east, const py::object& south,
                           const py::object& north, const py::object& bottom,
                           const py::object& top);
  void set_options(const py::object& options);
  void set_monitor(const py::object& monitor);
  void remove_mean(const py::object& asked);
  void close() { held_.close(); }

  const PressureSolver& solver() { return held_.solver(); }
  /// A copy of the last report, which the next solve does not change.
  std::optional<SolveReport> report() const { return report_; }

private:
  using In = std::vector<CellsIn>; ///< cells of each block, or of the own columns
  using Out = std::vector<CellsOut>;
  using Call = std::function<void(PressureSolver&, const std::vector<In>&, const Out&, RightSide)>;
  /// Arrays from Python, with the names of their arguments.
  struct Arrays {
    std::vector<std::pair<const char*, py::object>> read;
    std::pair<const char*, py::object> written;
    bool may_be_new = true; ///< whether None stands for a new array
    py::object order;
  };
  /// The memory of the arrays, and the result for Python.
  struct Memory {
    std::vector<std::vector<CellsRead>> read;
    std::vector<CellsWritten> written;
    py::object result;
  };

  py::object call_with(const Arrays& arrays, const py::object& right_side, const Call& call);
  Memory memory_of(const Arrays& arrays);
  std::vector<py::object> of_blocks(const char* name, const py::object& given) const;
  py::object new_array(std::size_t block, Order order);

  PressureGrid grid_;
  Blocks blocks_;
  HeldSolver held_;
  std::optional<SolveReport> report_; ///< the report of the last solve
};

} // namespace isobar::python
