#include "c/arguments.hpp"
#include "c/errors.hpp"
#include "c/handles.hpp"

#include <fmt/format.h>
#include <span>
#include <vector>

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

/// The cells of each block.
struct BlockCells {
  std::vector<CellsIn> f;
  std::vector<CellsOut> u;
  RightSide kind = RightSide::cell_means;
};

/// solver.how(cells of read(solver's blocks)), and its report.
template <class Read>
int solve_with(Solve how, isobar_solver handle, const Read& read, int right_side,
               isobar_report* report) {
  if (report != nullptr) *report = {};
  return coded([&] {
    Solver& solver = solver_of(handle);
    const auto use = [&](const BlockCells& cells) {
      return solver.held.use(
          [&](PressureSolver& s) { return (s.*how)(cells.f, cells.u, cells.kind); });
    };
    const BlockCells cells = refused_on_all(
        [&] {
          BlockCells given = read(solver.held.solver().blocks(), solver.grid.nz);
          given.kind = right_side_of(right_side);
          return given;
        },
        [&] { // the solver refuses cells of a wrong number of blocks on all ranks
          const std::size_t wrong = solver.held.solver().blocks().size() + 1;
          const CellData<double> none(nullptr, 0, 0, 0);
          (void)use({std::vector<CellsIn>(wrong, none), std::vector<CellsOut>(wrong, none),
                     RightSide(right_side)});
        });
    solver.report = use(cells);
    tell(solver.report, report);
  });
}

/// The n-th of some addresses.
template <class T> T* address(T* const* all, const char* name, int n) {
  if (all == nullptr) refuse(std::string(name) + " is null; expected an address for each block");
  return all[n];
}

/// With one block, or with none, of which the cells are not looked at.
int solve_one(Solve how, isobar_solver handle, const double* f, const isobar_layout* f_layout,
              double* u, const isobar_layout* u_layout, int right_side, isobar_report* report) {
  const auto read = [&](const std::vector<ColumnBlock>& blocks, int nz) {
    if (blocks.size() > 1)
      refuse(fmt::format("a solver with {} blocks; expected isobar_solve_blocks", blocks.size()));
    BlockCells cells;
    for (const ColumnBlock& block : blocks) {
      cells.f.push_back(cells_to_read("f_layout", f, f_layout, block, nz));
      cells.u.push_back(cells_to_write("u_layout", u, u_layout, block, nz));
    }
    return cells;
  };
  return solve_with(how, handle, read, right_side, report);
}

int solve_all(Solve how, isobar_solver handle, int count, const double* const* f,
              const isobar_layout* f_layouts, double* const* u, const isobar_layout* u_layouts,
              int right_side, isobar_report* report) {
  const auto read = [&](const std::vector<ColumnBlock>& blocks, int nz) {
    if (count != int(blocks.size()))
      refuse(fmt::format("count = {}: expected {}, the number of blocks", count, blocks.size()));
    BlockCells cells;
    for (int n = 0; n < count; ++n) {
      const ColumnBlock& block = blocks[std::size_t(n)];
      const auto layout = [n](const isobar_layout* all) {
        return all == nullptr ? nullptr : all + n;
      };
      cells.f.push_back(
          cells_to_read("f_layouts", address(f, "f", n), layout(f_layouts), block, nz));
      cells.u.push_back(
          cells_to_write("u_layouts", address(u, "u", n), layout(u_layouts), block, nz));
    }
    return cells;
  };
  return solve_with(how, handle, read, right_side, report);
}

} // namespace
} // namespace isobar::c

int isobar_solve(isobar_solver solver, const double* f, const isobar_layout* f_layout, double* u,
                 const isobar_layout* u_layout, int right_side, isobar_report* report) {
  return isobar::c::solve_one(isobar::c::solve, solver, f, f_layout, u, u_layout, right_side,
                              report);
}
int isobar_solve_from(isobar_solver solver, const double* f, const isobar_layout* f_layout,
                      double* u, const isobar_layout* u_layout, int right_side,
                      isobar_report* report) {
  return isobar::c::solve_one(isobar::c::solve_from, solver, f, f_layout, u, u_layout, right_side,
                              report);
}
int isobar_solve_blocks(isobar_solver solver, int count, const double* const* f,
                        const isobar_layout* f_layouts, double* const* u,
                        const isobar_layout* u_layouts, int right_side, isobar_report* report) {
  return isobar::c::solve_all(isobar::c::solve, solver, count, f, f_layouts, u, u_layouts,
                              right_side, report);
}
int isobar_solve_from_blocks(isobar_solver solver, int count, const double* const* f,
                             const isobar_layout* f_layouts, double* const* u,
                             const isobar_layout* u_layouts, int right_side,
                             isobar_report* report) {
  return isobar::c::solve_all(isobar::c::solve_from, solver, count, f, f_layouts, u, u_layouts,
                              right_side, report);
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
