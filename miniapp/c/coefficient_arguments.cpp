#include "c/arguments.hpp"
#include "c/errors.hpp"

#include <fmt/format.h>

namespace isobar::c {
namespace {

/// Whether numbers are given. Throws if they are twice.
template <class Numbers> bool is_given(const std::string& name, const Numbers& numbers) {
  if (numbers.array != nullptr && numbers.function != nullptr)
    refuse(fmt::format("{}: both an array and a function; expected one of them", name));
  return numbers.array != nullptr || numbers.function != nullptr;
}

/// What a caller tells of an array's extents has to be right; 0 tells nothing.
void check_counts(const std::string& name, const std::vector<std::int64_t>& counts,
                  const std::vector<std::int64_t>& expected) {
  for (std::size_t d = 0; d < counts.size(); ++d)
    if (counts[d] != 0 && counts[d] != expected[d])
      refuse(fmt::format("{}: an array of {} numbers; expected {}", name, fmt::join(counts, " x "),
                         fmt::join(expected, " x ")));
}

struct Factors {
  std::vector<double> heights;
  HorizontalField positions;
  CellField cells;
};

Factors factors_of(const std::string& name, const isobar_factor& factor, const PressureGrid& grid) {
  Factors f;
  f.heights = list_of(name + ".heights", factor.heights, factor.height_count, grid.nz);
  f.positions = field_of(name + ".positions", factor.positions, grid.nx, grid.rows());
  f.cells = cells_of(name + ".cells", factor.cells, grid);
  return f;
}

ConvectionComponent component_of(const std::string& name, const isobar_factor& factor,
                                 const PressureGrid& grid) {
  Factors f = factors_of(name, factor, grid);
  if (f.cells)
    refuse(name + ".cells is given; expected heights and positions only, whose product xi is");
  return {std::move(f.heights), std::move(f.positions)};
}

} // namespace

std::vector<double> list_of(const std::string& name, const double* numbers, std::int64_t count,
                            int expected) {
  check_counts(name, {count}, {expected});
  if (numbers == nullptr || expected < 1) return {}; // the solver refuses such a number of layers
  return {numbers, numbers + expected};
}

HorizontalField field_of(const std::string& name, const isobar_column_numbers& n, int columns,
                         int rows) {
  if (!is_given(name, n)) return {};
  if (n.function != nullptr)
    return [f = n.function, context = n.context](int i, int j) { return f(i, j, context); };
  check_counts(name, {n.x_count, n.y_count}, {columns, rows});
  if (n.x_stride == 0 && n.y_stride == 0) return field_of_array(n.array, 1, columns);
  return field_of_array(n.array, n.x_stride, n.y_stride);
}

CellField cells_of(const std::string& name, const isobar_cell_numbers& n,
                   const PressureGrid& grid) {
  if (!is_given(name, n)) return {};
  if (n.function != nullptr)
    return
        [f = n.function, context = n.context](int i, int j, int k) { return f(i, j, k, context); };
  check_counts(name, {n.x_count, n.y_count, n.z_count}, {grid.nx, grid.rows(), grid.nz});
  if (n.x_stride == 0 && n.y_stride == 0 && n.z_stride == 0)
    return cells_of_array(n.array, grid.nz, std::ptrdiff_t(grid.nx) * grid.nz, 1);
  return cells_of_array(n.array, n.x_stride, n.y_stride, n.z_stride);
}

Coefficients coefficients_of(const isobar_coefficients& given, const PressureGrid& grid) {
  const isobar_physics& p = given.physics;
  Coefficients c = Physics{p.omega_squared, p.lambda_squared, p.depth};
  const auto coefficient = [&](const char* name, const isobar_factor& factor,
                               std::vector<double>& heights, HorizontalField& positions,
                               CellField& cells) {
    Factors f = factors_of(name, factor, grid);
    heights = std::move(f.heights);
    positions = std::move(f.positions);
    cells = std::move(f.cells);
  };
  coefficient("alpha_h", given.alpha_h, c.heights.alpha_h, c.positions.alpha_h, c.cells.alpha_h);
  coefficient("alpha_v", given.alpha_v, c.heights.alpha_v, c.positions.alpha_v, c.cells.alpha_v);
  coefficient("beta", given.beta, c.heights.beta, c.positions.beta, c.cells.beta);
  c.convection = {component_of("xi_x", given.xi_x, grid), component_of("xi_y", given.xi_y, grid),
                  component_of("xi_z", given.xi_z, grid)};
  c.positions.ground = field_of("ground", given.ground, grid.nx, grid.rows());
  c.positions_as_before = given.positions_as_before != 0;
  c.choose_levels = given.choose_levels != 0;
  return c;
}

SolverOptions options_of(const isobar_options* options) {
  if (options == nullptr) return {};
  SolverOptions result(options->sections == nullptr ? "" : options->sections);
  const int way = checked("options.transport", options->transport,
                          {"ISOBAR_FASTEST", "ISOBAR_PEER", "ISOBAR_SEGMENT", "ISOBAR_NCCL",
                           "ISOBAR_DEVICE_MPI", "ISOBAR_STAGED"});
  if (way != ISOBAR_FASTEST) result.transport = transports.at(std::size_t(way - ISOBAR_PEER));
  return result;
}

} // namespace isobar::c
