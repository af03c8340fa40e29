#include "c/arguments.hpp"
#include "c/errors.hpp"
#include "c/handles.hpp"

#include <isobar/core/grid/sides.hpp>

namespace isobar::c {
namespace {

/// Makes a function of a side's numbers. An array has only the
/// columns beside the side; for bottom and top it has a single layer.
CellField values_of(DomainSide side, const isobar_cell_numbers& numbers, const PressureGrid& grid,
                    const std::vector<ColumnBlock>& blocks) {
  ColumnBlock columns{0, 0, grid.nx,
                      grid.rows()}; // columns beside the side, of the domain, and of the rank
  const int axis = axis_of(side);
  if (axis == 0) columns = {is_low(side) ? 0 : grid.nx - 1, 0, 1, grid.rows()};
  if (axis == 1) columns = {0, is_low(side) ? 0 : grid.rows() - 1, grid.nx, 1};
  columns = common_columns(columns, blocks.empty() ? ColumnBlock{} : blocks.front());
  if (blocks.size() < 2 && columns.empty() && numbers.function == nullptr) return {};
  const CellField all = cells_of(std::string("values.") + to_string(side), numbers,
                                 {columns, int(blocks.size())}, axis == 2 ? 1 : grid.nz);
  if (axis != 2 || numbers.function != nullptr || !all) return all;
  return [all](int i, int j, int) { return all(i, j, 0); };
}

} // namespace

BoundaryValues boundary_values_of(const isobar_boundary_values& values, const PressureGrid& grid,
                                  const std::vector<ColumnBlock>& blocks) {
  const auto of = [&](DomainSide side, const isobar_cell_numbers& numbers) {
    return values_of(side, numbers, grid, blocks);
  };
  return {of(DomainSide::west, values.west),     of(DomainSide::east, values.east),
          of(DomainSide::south, values.south),   of(DomainSide::north, values.north),
          of(DomainSide::bottom, values.bottom), of(DomainSide::top, values.top)};
}

} // namespace isobar::c

int isobar_set_boundary_values(isobar_solver handle, const isobar_boundary_values* values) {
  using namespace isobar::c;
  return coded([=] {
    Solver& solver = solver_of(handle);
    const auto use = [&](const auto& call) { solver.held.use(call); };
    const isobar::BoundaryValues given = refused_on_all(
        [&] {
          return boundary_values_of(required(values, "values"), solver.grid,
                                    solver.held.solver().blocks());
        },
        [&] { // a call that differs, so that all ranks refuse theirs
          use([](isobar::PressureSolver& s) { s.set_options("null"); });
        });
    use([&](isobar::PressureSolver& s) { s.set_boundary_values(given); });
  });
}
