#include "python/boundary_arguments.hpp"

#include <isobar/core/grid/sides.hpp>

namespace isobar::python {
namespace {

/// The columns of a block beside a side, and their numbers.
struct SideArray {
  ColumnBlock columns;
  DomainArray array;
};

/// The axes of a side's array: a[j, k] for west and east,
/// a[i, k] for south and north, a[j, i] for bottom and top.
std::string_view axes_of(DomainSide side) {
  constexpr std::array<std::string_view, 3> axes{"yz", "xz", "yx"};
  return axes[std::size_t(axis_of(side))];
}
std::vector<py::ssize_t> shape_of(DomainSide side, const ColumnBlock& c, int nz) {
  switch (axis_of(side)) {
  case 0: return {c.ny, nz};
  case 1: return {c.nx, nz};
  default: return {c.ny, c.nx};
  }
}

double number(DomainSide side, const SideArray& of, int i, int j, int k) {
  const auto& [shape, numbers] = of.array;
  if (shape.empty()) return numbers->front();
  const int axis = axis_of(side);
  const py::ssize_t first = axis == 1 ? i - of.columns.first_i : j - of.columns.first_j,
                    second = axis == 2 ? i - of.columns.first_i : k;
  return (*numbers)[std::size_t(first * shape[1] + second)];
}

ColumnBlock columns_beside(DomainSide side, const PressureGrid& grid, const ColumnBlock& block) {
  const int nx = grid.nx, ny = grid.rows();
  const ColumnBlock all{0, 0, nx, ny};
  const ColumnBlock beside = axis_of(side) == 0   ? ColumnBlock{is_low(side) ? 0 : nx - 1, 0, 1, ny}
                             : axis_of(side) == 1 ? ColumnBlock{0, is_low(side) ? 0 : ny - 1, nx, 1}
                                                  : all;
  return common_columns(beside, block);
}

/// The values of a side, one for each block.
std::vector<py::object> of_blocks(const char* name, const py::object& value, std::size_t blocks) {
  if (blocks == 1 || !py::isinstance<py::list>(value)) return {blocks, value};
  std::vector<py::object> all;
  for (const py::handle one : value) all.push_back(py::reinterpret_borrow<py::object>(one));
  if (all.size() != blocks)
    throw py::value_error(fmt::format("{}: a list of {}; expected one for each of {} blocks", name,
                                      all.size(), blocks));
  return all;
}

CellField field_of(DomainSide side, const py::object& value, const PressureGrid& grid,
                   const std::vector<ColumnBlock>& blocks) {
  if (value.is_none()) return {};
  std::vector<SideArray> arrays;
  const std::vector<py::object> given = of_blocks(to_string(side), value, blocks.size());
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const ColumnBlock columns = columns_beside(side, grid, blocks[n]);
    if (columns.empty() || given[n].is_none()) continue;
    const std::vector<py::ssize_t> shape = shape_of(side, columns, grid.nz);
    const std::string expected = "a number or an array of shape " + shape_text(shape);
    arrays.push_back({columns, domain_array(to_string(side), given[n], expected, axes_of(side))});
    if (const auto& its = arrays.back().array.shape; !its.empty() && its != shape)
      throw py::value_error(
          fmt::format("{}: shape {}; expected {}", to_string(side), shape_text(its), expected));
  }
  if (arrays.empty()) return {};
  return [side, arrays](int i, int j, int k) {
    for (const SideArray& some : arrays)
      if (!common_columns(some.columns, {i, j, 1, 1}).empty()) return number(side, some, i, j, k);
    throw std::invalid_argument(fmt::format("{}: None for a block with column ({}, {}) beside it; "
                                            "expected numbers",
                                            to_string(side), i, j));
  };
}

} // namespace

BoundaryValues boundary_values_of(const std::array<py::object, 6>& sides, const PressureGrid& grid,
                                  const std::vector<ColumnBlock>& blocks) {
  const auto of = [&](DomainSide side) {
    return field_of(side, sides[std::size_t(side)], grid, blocks);
  };
  return {of(DomainSide::west),  of(DomainSide::east),   of(DomainSide::south),
          of(DomainSide::north), of(DomainSide::bottom), of(DomainSide::top)};
}

} // namespace isobar::python
