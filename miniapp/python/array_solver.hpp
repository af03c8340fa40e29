#pragma once
#include "python/bindings.hpp"
#include "python/held_solver.hpp"

namespace isobar::python {

/// PressureSolver with what Python asks of it between two calls. Functions are those of the class in Python.
class ArraySolver {
public:
  ArraySolver(const py::object& grid, const py::object& options, const py::object& comm,
              const py::object& transport, const py::object& preconditioner,
              const py::object& matrix, const py::kwargs& coefficients);

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
  using Solve = SolveReport (PressureSolver::*)(const CellsIn&, const CellsOut&, RightSide);

  py::object solve_with(Solve solve, const py::object& f, const py::object& u,
                        const py::object& order, const py::object& right_side, bool may_be_new);
  void refuse_on_other_ranks();

  PressureGrid grid_;
  HeldSolver held_;
  std::optional<SolveReport> report_; ///< of the last solve
};

} // namespace isobar::python
