#include "c/calls.hpp"
#include "c/errors.hpp"

#include <span>

namespace isobar::c {
namespace {

using Solve = SolveReport (PressureSolver::*)(std::span<const CellsIn>, std::span<const CellsOut>,
                                              RightSide);
constexpr Solve solve = &PressureSolver::solve, solve_from = &PressureSolver::solve_from;

void tell(const SolveReport& report, isobar_report* to) {
  if (to == nullptr) return;
  *to = {int(report.status),         report.iterations,
         report.stop_asked ? 1 : 0,  int(report.residual_norms.size()),
         report.relative_residual(), report.residual_norms.data()};
}

/// Calls solver.how(cells) and keeps its report.
int solve_with(Solve how, isobar_solver handle, BlockCount count, const GivenCells<const void>& f,
               const GivenCells<void>& u, int right_side, isobar_report* report) {
  if (report != nullptr) *report = {};
  return coded([&] {
    Solver& solver = solver_of(handle);
    call_with(solver, {count, {f}, u, right_side}, [&](PressureSolver& s, const CallCells& c) {
      solver.report = (s.*how)(c.read[0], c.written, c.kind);
    });
    tell(solver.report, report);
  });
}

} // namespace
} // namespace isobar::c

int isobar_solve(isobar_solver solver, const void* f, const isobar_layout* f_layout, void* u,
                 const isobar_layout* u_layout, int right_side, isobar_report* report) {
  using namespace isobar::c;
  return solve_with(solve, solver, of_one_block, {"f", &f, f_layout}, {"u", &u, u_layout},
                    right_side, report);
}
int isobar_solve_from(isobar_solver solver, const void* f, const isobar_layout* f_layout, void* u,
                      const isobar_layout* u_layout, int right_side, isobar_report* report) {
  using namespace isobar::c;
  return solve_with(solve_from, solver, of_one_block, {"f", &f, f_layout}, {"u", &u, u_layout},
                    right_side, report);
}
int isobar_solve_blocks(isobar_solver solver, int count, const void* const* f,
                        const isobar_layout* f_layouts, void* const* u,
                        const isobar_layout* u_layouts, int right_side, isobar_report* report) {
  using namespace isobar::c;
  return solve_with(solve, solver, count, {"f", f, f_layouts}, {"u", u, u_layouts}, right_side,
                    report);
}
int isobar_solve_from_blocks(isobar_solver solver, int count, const void* const* f,
                             const isobar_layout* f_layouts, void* const* u,
                             const isobar_layout* u_layouts, int right_side,
                             isobar_report* report) {
  using namespace isobar::c;
  return solve_with(solve_from, solver, count, {"f", f, f_layouts}, {"u", u, u_layouts}, right_side,
                    report);
}

int isobar_update(isobar_solver handle, const isobar_coefficients* coefficients) {
  using namespace isobar::c;
  return coded([=] {
    Solver& solver = solver_of(handle);
    const auto update = [&](const isobar::Coefficients& given) {
      solver.held.use([&](isobar::PressureSolver& s) { s.update(given); });
    };
    update(refused_on_all(
        [&] {
          return coefficients_of(required(coefficients, "coefficients"), solver.grid,
                                 solver.arrays);
        },
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
