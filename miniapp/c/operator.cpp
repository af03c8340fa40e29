#include "c/arguments.hpp"
#include "c/errors.hpp"
#include "c/handles.hpp"

namespace isobar::c {
namespace {

/// call(solver, arguments of read(block, nz)). Where this rank refuses some, call(solver, none) has the solver refuse them on all ranks.
template <class Read, class Call>
void call_operator(isobar_solver handle, const Read& read, const Call& call) {
  Solver& solver = solver_of(handle);
  const std::vector<ColumnBlock>& blocks = solver.held.solver().blocks();
  const ColumnBlock part = blocks.empty() ? ColumnBlock{} : blocks.front();
  const auto use = [&](const auto& arguments) {
    solver.held.use([&](PressureSolver& s) { call(s, arguments); });
  };
  using Arguments = decltype(read(part, 0));
  use(refused_on_all([&] { return read(part, solver.grid.nz); }, [&] { use(Arguments{}); }));
}

const CellsOut no_cells(nullptr, 0, 0, 0);

struct ApplyArguments {
  CellsIn u = no_cells;
  CellsOut image = no_cells;
  RightSide kind = RightSide::cell_means;
};
struct ResidualArguments {
  CellsIn f = no_cells, u = no_cells;
  CellsOut r = no_cells;
  RightSide kind = RightSide::cell_means;
};
struct DiagonalArguments {
  CellsOut d = no_cells;
  RightSide kind = RightSide::cell_means;
};

} // namespace
} // namespace isobar::c

int isobar_apply(isobar_solver solver, const double* u, const isobar_layout* u_layout,
                 double* image, const isobar_layout* image_layout, int right_side) {
  using namespace isobar::c;
  return coded([&] {
    call_operator(
        solver,
        [&](const isobar::ColumnBlock& part, int nz) {
          return ApplyArguments{cells_to_read("u_layout", u, u_layout, part, nz),
                                cells_to_write("image_layout", image, image_layout, part, nz),
                                right_side_of(right_side)};
        },
        [](isobar::PressureSolver& s, const ApplyArguments& a) { s.apply(a.u, a.image, a.kind); });
  });
}

int isobar_residual(isobar_solver solver, const double* f, const isobar_layout* f_layout,
                    const double* u, const isobar_layout* u_layout, double* r,
                    const isobar_layout* r_layout, int right_side, double* norm) {
  using namespace isobar::c;
  if (norm != nullptr) *norm = 0.0;
  return coded([&] {
    call_operator(
        solver,
        [&](const isobar::ColumnBlock& part, int nz) {
          return ResidualArguments{cells_to_read("f_layout", f, f_layout, part, nz),
                                   cells_to_read("u_layout", u, u_layout, part, nz),
                                   cells_to_write("r_layout", r, r_layout, part, nz),
                                   right_side_of(right_side)};
        },
        [=](isobar::PressureSolver& s, const ResidualArguments& a) {
          const double all = s.residual(a.f, a.u, a.r, a.kind);
          if (norm != nullptr) *norm = all;
        });
  });
}

int isobar_diagonal(isobar_solver solver, double* d, const isobar_layout* d_layout,
                    int right_side) {
  using namespace isobar::c;
  return coded([&] {
    call_operator(
        solver,
        [&](const isobar::ColumnBlock& part, int nz) {
          return DiagonalArguments{cells_to_write("d_layout", d, d_layout, part, nz),
                                   right_side_of(right_side)};
        },
        [](isobar::PressureSolver& s, const DiagonalArguments& a) { s.diagonal(a.d, a.kind); });
  });
}
