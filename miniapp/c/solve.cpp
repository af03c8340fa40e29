#include "c/arguments.hpp"
#include "c/errors.hpp"
#include "c/handles.hpp"

namespace isobar::c {
namespace {

using Solve = SolveReport (PressureSolver::*)(const CellsIn&, const CellsOut&, RightSide);

void tell(const SolveReport& report, isobar_report* to) {
  if (to == nullptr) return;
  *to = {int(report.status),         report.iterations,
         report.stop_asked ? 1 : 0,  int(report.residual_norms.size()),
         report.relative_residual(), report.residual_norms.data()};
}

int solve_with(Solve solve, isobar_solver handle, const double* f, const isobar_layout* f_layout,
               double* u, const isobar_layout* u_layout, int right_side, isobar_report* report) {
  if (report != nullptr) *report = {};
  return coded([&] {
    Solver& solver = solver_of(handle);
    const Partition& part = solver.held.solver().partition();
    const auto [in, out, kind] = refused_on_all(
        [&] {
          return std::tuple{cells_to_read("f_layout", f, f_layout, part, solver.grid.nz),
                            cells_to_write("u_layout", u, u_layout, part, solver.grid.nz),
                            right_side_of(right_side)};
        },
        [&] { // the solver refuses a rank without memory on all of them
          const CellData<double> none(nullptr, 0, 0, 0);
          solver.held.use(
              [&](PressureSolver& s) { return (s.*solve)(none, none, RightSide(right_side)); });
        });
    solver.report = solver.held.use(
        [&, f = in, u = out, k = kind](PressureSolver& s) { return (s.*solve)(f, u, k); });
    tell(solver.report, report);
  });
}

} // namespace
} // namespace isobar::c

int isobar_solve(isobar_solver solver, const double* f, const isobar_layout* f_layout, double* u,
                 const isobar_layout* u_layout, int right_side, isobar_report* report) {
  return isobar::c::solve_with(&isobar::PressureSolver::solve, solver, f, f_layout, u, u_layout,
                               right_side, report);
}
int isobar_solve_from(isobar_solver solver, const double* f, const isobar_layout* f_layout,
                      double* u, const isobar_layout* u_layout, int right_side,
                      isobar_report* report) {
  return isobar::c::solve_with(&isobar::PressureSolver::solve_from, solver, f, f_layout, u,
                               u_layout, right_side, report);
}

int isobar_update(isobar_solver handle, const isobar_coefficients* coefficients) {
  using namespace isobar::c;
  return coded([=] {
    Solver& solver = solver_of(handle);
    const auto update = [&](const isobar::Coefficients& given) {
      solver.held.use([&](isobar::PressureSolver& s) { s.update(given); });
    };
    update(refused_on_all(
        [&] { return coefficients_of(required(coefficients, "coefficients"), solver.grid); },
        [&] { update(isobar::Physics{}); }));
  });
}

int isobar_remove_mean(isobar_solver handle, int asked) {
  using namespace isobar::c;
  return coded([=] {
    solver_of(handle).held.use([=](isobar::PressureSolver& s) { s.remove_mean(asked != 0); });
  });
}

int isobar_set_options(isobar_solver handle, const char* sections) {
  using namespace isobar::c;
  return coded([=] {
    Solver& solver = solver_of(handle);
    const auto change = [&](const std::string& text) {
      solver.held.use([&](isobar::PressureSolver& s) { s.set_options(text); });
    };
    change(refused_on_all([&] { return std::string(&required(sections, "sections")); },
                          [&] { change("null"); }));
    solver.take_unused_options();
  });
}

int isobar_set_monitor(isobar_solver handle, isobar_monitor monitor, void* context) {
  using namespace isobar::c;
  return coded([=] {
    solver_of(handle).held.use([=](isobar::PressureSolver& s) {
      if (monitor == nullptr) return s.set_monitor({});
      s.set_monitor([=](const isobar::IterationState& state) {
        return monitor(state.iteration, state.residual_norm, state.relative_residual, context) != 0;
      });
    });
  });
}
