#include "c/arguments.hpp"
#include "c/errors.hpp"

#include <fmt/format.h>

namespace isobar::c {
namespace {

/// Whether numbers are given. Throws if they are given twice.
template <class Numbers> bool is_given(const std::string& name, const Numbers& numbers) {
  if (numbers.array != nullptr && numbers.function != nullptr)
    refuse(fmt::format("{}: both an array and a function; expected one of them", name));
  return numbers.array != nullptr || numbers.function != nullptr;
}

/// Checks the extents of an array as the caller gives them; 0 means not given.
void check_counts(const std::string& name, const std::vector<std::int64_t>& counts,
                  const std::vector<std::int64_t>& expected) {
  for (std::size_t d = 0; d < counts.size(); ++d)
    if (counts[d] != 0 && counts[d] != expected[d])
      refuse(fmt::format("{}: an array of {} numbers; expected {}", name, fmt::join(counts, " x "),
                         fmt::join(expected, " x ")));
}

void check_blocks(const std::string& name, const ArrayColumns& arrays) {
  if (arrays.blocks > 1)
    refuse(fmt::format("{}: an array beside {} blocks; expected a function", name, arrays.blocks));
}

struct Factors {
  std::vector<double> heights;
  HorizontalField positions;
  CellField cells;
};

Factors factors_of(const std::string& name, const isobar_factor& factor, const ArrayColumns& arrays,
                   int nz) {
  Factors f;
  f.heights = list_of(name + ".heights", factor.heights, factor.height_count, nz);
  f.positions = field_of(name + ".positions", factor.positions, arrays);
  f.cells = cells_of(name + ".cells", factor.cells, arrays, nz);
  return f;
}

ConvectionComponent component_of(const std::string& name, const isobar_factor& factor,
                                 const ArrayColumns& arrays, int nz) {
  Factors f = factors_of(name, factor, arrays, nz);
  if (f.cells)
    refuse(name + ".cells is given; expected heights and positions only, whose product xi is");
  return {std::move(f.heights), std::move(f.positions)};
}

} // namespace

std::vector<double> list_of(const std::string& name, const double* numbers, std::int64_t count,
                            int expected) {
  check_counts(name, {count}, {expected});
  if (numbers == nullptr || expected < 1) return {}; // the solver refuses no layers
  return {numbers, numbers + expected};
}

HorizontalField field_of(const std::string& name, const isobar_column_numbers& n,
                         const ArrayColumns& arrays, MoreEdges more) {
  if (!is_given(name, n)) return {};
  if (n.function != nullptr)
    return [f = n.function, context = n.context](int i, int j) { return f(i, j, context); };
  check_blocks(name, arrays);
  const ColumnBlock& b = arrays.columns;
  const int columns = b.nx + more.x, rows = b.ny + more.y;
  check_counts(name, {n.x_count, n.y_count}, {columns, rows});
  const bool contiguous = n.x_stride == 0 && n.y_stride == 0;
  const HorizontalField field = contiguous ? field_of_array(n.array, 1, columns)
                                           : field_of_array(n.array, n.x_stride, n.y_stride);
  return [field, i0 = b.first_i, j0 = b.first_j](int i, int j) { return field(i - i0, j - j0); };
}

CellField cells_of(const std::string& name, const isobar_cell_numbers& n,
                   const ArrayColumns& arrays, int nz) {
  if (!is_given(name, n)) return {};
  if (n.function != nullptr)
    return
        [f = n.function, context = n.context](int i, int j, int k) { return f(i, j, k, context); };
  check_blocks(name, arrays);
  const ColumnBlock& b = arrays.columns;
  check_counts(name, {n.x_count, n.y_count, n.z_count}, {b.nx, b.ny, nz});
  const bool contiguous = n.x_stride == 0 && n.y_stride == 0 && n.z_stride == 0;
  const CellField field = contiguous ? cells_of_array(n.array, nz, std::ptrdiff_t(b.nx) * nz, 1)
                                     : cells_of_array(n.array, n.x_stride, n.y_stride, n.z_stride);
  return [field, i0 = b.first_i, j0 = b.first_j](int i, int j, int k) {
    return field(i - i0, j - j0, k);
  };
}

Coefficients coefficients_of(const isobar_coefficients& given, const PressureGrid& grid,
                             const ArrayColumns& arrays) {
  const isobar_physics& p = given.physics;
  Coefficients c = Physics{p.omega_squared, p.lambda_squared, p.depth};
  const auto coefficient = [&](const char* name, const isobar_factor& factor,
                               std::vector<double>& heights, HorizontalField& positions,
                               CellField& cells) {
    Factors f = factors_of(name, factor, arrays, grid.nz);
    heights = std::move(f.heights);
    positions = std::move(f.positions);
    cells = std::move(f.cells);
  };
  coefficient("alpha_h", given.alpha_h, c.heights.alpha_h, c.positions.alpha_h, c.cells.alpha_h);
  coefficient("alpha_v", given.alpha_v, c.heights.alpha_v, c.positions.alpha_v, c.cells.alpha_v);
  coefficient("beta", given.beta, c.heights.beta, c.positions.beta, c.cells.beta);
  c.convection = {component_of("xi_x", given.xi_x, arrays, grid.nz),
                  component_of("xi_y", given.xi_y, arrays, grid.nz),
                  component_of("xi_z", given.xi_z, arrays, grid.nz)};
  c.positions.ground = field_of("ground", given.ground, arrays);
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
  if (options->blocks != nullptr) {
    result.blocks.emplace();
    for (int n = 0; n < options->block_count; ++n) {
      const isobar_block& b = options->blocks[n];
      result.blocks->push_back({b.first_i, b.first_j, b.nx, b.ny});
    }
  }
  if (way != ISOBAR_FASTEST) result.transport = transports.at(std::size_t(way - ISOBAR_PEER));
  return result;
}

} // namespace isobar::c
