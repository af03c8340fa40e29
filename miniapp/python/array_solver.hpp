#pragma once
#include "python/array_cells.hpp"
#include "python/bindings.hpp"
#include "python/held_solver.hpp"

#include <span>
#include <vector>

namespace isobar::python {

/// PressureSolver with what Python asks of it between two calls. Functions are those of the class in Python.
class ArraySolver {
public:
  ArraySolver(const py::object& grid, const py::object& options, const py::object& comm,
              const py::object& transport, const py::object& blocks,
              const py::object& preconditioner, const py::object& matrix,
              const py::kwargs& coefficients);

  /// Returns u: an array of its own where None is given.
  py::object solve(const py::object& f, const py::object& u, const py::object& order,
                   const py::object& right_side);
  py::object solve_from(const py::object& f, const py::object& u, const py::object& order,
                        const py::object& right_side);
  void update(const py::kwargs& coefficients);
  void set_monitor(const py::object& monitor);
  void close() { held_.close(); }

  const PressureSolver& solver() { return held_.solver(); }
  /// A copy, which the next solve leaves as it is.
  std::optional<SolveReport> report() const { return report_; }

private:
  using Solve = SolveReport (PressureSolver::*)(std::span<const CellsIn>, std::span<const CellsOut>,
                                                RightSide);
  /// What a solve works on: memory of each block, or of the own columns; u as it is returned.
  struct Given {
    std::vector<CellsRead> f;
    std::vector<CellsWritten> u;
    RightSide kind{};
    py::object result;
  };

  std::vector<py::object> of_blocks(const char* name, const py::object& given) const;
  py::object new_array(std::size_t block, Order order);
  Given read(const py::object& f, const py::object& u, const py::object& order,
             const py::object& right_side, bool may_be_new);

  py::object solve_with(Solve solve, const py::object& f, const py::object& u,
                        const py::object& order, const py::object& right_side, bool may_be_new);
  void refuse_on_other_ranks();

  PressureGrid grid_;
  Blocks blocks_;
  HeldSolver held_;
  std::optional<SolveReport> report_; ///< of the last solve
};

} // namespace isobar::python
