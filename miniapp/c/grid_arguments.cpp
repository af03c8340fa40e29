#include "c/arguments.hpp"
#include "c/errors.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace isobar::c {
namespace {

Boundary boundary_of(const char* name, int code, Boundary otherwise) {
  const int n =
      checked(name, code,
              {"ISOBAR_DEFAULT_BOUNDARY", "ISOBAR_DIRICHLET", "ISOBAR_NEUMANN", "ISOBAR_PERIODIC"});
  return n == ISOBAR_DEFAULT_BOUNDARY ? otherwise : Boundary(n - ISOBAR_DIRICHLET);
}

Boundaries boundaries_of(const isobar_grid& grid) {
  const Boundaries papers;
  return {boundary_of("grid.west", grid.west, papers.west),
          boundary_of("grid.east", grid.east, papers.east),
          boundary_of("grid.south", grid.south, papers.south),
          boundary_of("grid.north", grid.north, papers.north),
          boundary_of("grid.bottom", grid.bottom, papers.bottom),
          boundary_of("grid.top", grid.top, papers.top)};
}

std::optional<Flux> flux_of(int code) {
  const int n =
      checked("grid.flux", code, {"ISOBAR_FLUX_OF_DOMAIN", "ISOBAR_TWO_POINT", "ISOBAR_VERTEX"});
  if (n == ISOBAR_FLUX_OF_DOMAIN) return {};
  return Flux(n - ISOBAR_TWO_POINT);
}

std::shared_ptr<const ColumnGeometryFields> columns_of(const isobar_grid& grid,
                                                       const ArrayColumns& arrays) {
  const isobar_columns& c = grid.columns;
  const ColumnGeometryFields fields{
      field_of("grid.columns.area", c.area, arrays),
      field_of("grid.columns.west_length", c.west_length, arrays, {1, 0}),
      field_of("grid.columns.west_distance", c.west_distance, arrays, {1, 0}),
      field_of("grid.columns.south_length", c.south_length, arrays, {0, 1}),
      field_of("grid.columns.south_distance", c.south_distance, arrays, {0, 1})};
  if (!fields.area && !fields.west_length && !fields.west_distance && !fields.south_length &&
      !fields.south_distance)
    return {};
  return std::make_shared<const ColumnGeometryFields>(fields);
}

std::optional<ProcessGrid> process_grid_of(const isobar_grid& grid) {
  if (grid.ranks_x == 0 && grid.ranks_y == 0) return {};
  return ProcessGrid{grid.ranks_x, grid.ranks_y};
}

} // namespace

int checked(const char* name, int code, std::initializer_list<std::string_view> names) {
  if (code >= 0 && code < int(names.size())) return code;
  std::string all;
  for (const std::string_view word : names)
    all += fmt::format("{}{} ({})", all.empty() ? "" : ", ", word,
                       std::distance(names.begin(), std::find(names.begin(), names.end(), word)));
  refuse(fmt::format("{} = {}: expected one of {}", name, code, all));
}

ArrayColumns array_columns_of(const isobar_grid& grid, const isobar_options* options) {
  if (options != nullptr && options->block_count < 0)
    refuse(fmt::format("options.block_count = {}: expected 0 or more", options->block_count));
  if (options != nullptr && options->blocks == nullptr && options->block_count > 0)
    refuse(fmt::format("options.blocks is null, block_count = {}: expected an address",
                       options->block_count));
  const bool sphere = grid.domain == ISOBAR_SPHERE;
  if (options == nullptr || options->blocks == nullptr)
    return {{0, 0, grid.nx, sphere ? panel_count * grid.ny : grid.ny}};
  if (options->block_count == 0) return {{}, 0};
  const isobar_block& b = options->blocks[0];
  return {{b.first_i, b.first_j, b.nx, b.ny}, options->block_count};
}

PressureGrid grid_of(const isobar_grid& c, const ArrayColumns& arrays) {
  PressureGrid grid{c.nx, c.ny, c.nz};
  grid.domain =
      Domain(checked("grid.domain", c.domain,
                     {"ISOBAR_PANEL", "ISOBAR_FLAT", "ISOBAR_SPHERE", "ISOBAR_EQUIANGULAR_PANEL"}));
  grid.layers = LayerSpacing(checked("grid.layers", c.layers, {"ISOBAR_GRADED", "ISOBAR_UNIFORM"}));
  grid.flux = flux_of(c.flux);
  grid.boundaries = boundaries_of(c);
  grid.process_grid = process_grid_of(c);
  grid.interfaces = list_of("grid.interfaces", c.interfaces, c.interface_count, c.nz + 1);
  grid.columns = columns_of(c, arrays);
  return grid;
}

} // namespace isobar::c
