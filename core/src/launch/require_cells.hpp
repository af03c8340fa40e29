#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/kernel_list.hpp>

#include <initializer_list>

namespace isobar {

/// Columns, rows and layers that a kernel works on.
struct CellCounts {
  int nx, ny, nz;
  CellCounts(int nx, int ny, int nz) : nx(nx), ny(ny), nz(nz) {}
  explicit CellCounts(const FieldShape& s) : CellCounts(s.nx, s.ny, s.nz) {}
  template <class Grid>
  explicit CellCounts(const Grid& grid) : CellCounts(grid.nx(), grid.ny(), grid.nz()) {}
  bool operator==(const CellCounts&) const = default;

  CellCounts halved(bool x, bool y, bool z = false) const {
    const auto half = [](bool twice, int n) { return twice ? (n + 1) / 2 : n; };
    return {half(x, nx), half(y, ny), half(z, nz)};
  }
};

/// Throws std::invalid_argument with the kernel's name, the cells of its fields, and the cells that it works on.
[[noreturn]] void refuse_cells(std::string_view kernel, const CellCounts& expected,
                               std::initializer_list<CellCounts> fields);

/// Refuses fields whose cells differ from those that a kernel works on, because kernels take strides
/// of one field for several. It compares integers on the host, so every launch can afford it.
template <class... Fields>
void require_cells(const CellCounts& cells, Kernel kernel, const Fields&... fields) {
  const bool fit = ((CellCounts(fields.shape()) == cells) && ...);
  if (!fit) refuse_cells(traffic(kernel).name, cells, {CellCounts(fields.shape())...});
}
template <class Grid, class... Fields>
void require_cells(const Grid& grid, Kernel kernel, const Fields&... fields) {
  require_cells(CellCounts(grid), kernel, fields...);
}

} // namespace isobar
