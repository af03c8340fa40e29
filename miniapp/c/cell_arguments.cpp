#include "c/arguments.hpp"
#include "c/errors.hpp"

namespace isobar::c {
namespace {

constexpr int no_order = -1; ///< in place of a layout's place

template <class T>
CellData<T> cells(const char* name, T* data, const isobar_layout* layout, const ColumnBlock& block,
                  int nz) {
  if (layout == nullptr) return CellData<T>(data, block.nx, block.ny, nz);
  if (layout->place == no_order)
    refuse(std::string(name) + ": of an order that there is not; expected 0 to 5 (isobar_order)");
  const std::string place_name = std::string(name) + ".place";
  const auto place =
      Place(checked(place_name.c_str(), layout->place, {"ISOBAR_HOST", "ISOBAR_DEVICE"}));
  const auto& [nx, ny, n] = layout->cells;
  const auto& [x, y, z] = layout->strides;
  return CellData<T>(data, {nx, ny, n}, {x, y, z}, place);
}

/// Memory for each cell, where there are several along an axis.
void check_written(const char* name, const isobar_layout* layout) {
  if (layout == nullptr) return;
  for (std::size_t d = 0; d < 3; ++d)
    if (layout->cells[d] > 1 && layout->strides[d] == 0)
      refuse(std::string(name) + ": a stride is 0; expected memory for each cell");
}

} // namespace

CellsIn cells_to_read(const char* name, const double* data, const isobar_layout* layout,
                      const ColumnBlock& block, int nz) {
  return cells(name, data, layout, block, nz);
}

CellsOut cells_to_write(const char* name, double* data, const isobar_layout* layout,
                        const ColumnBlock& block, int nz) {
  check_written(name, layout);
  return cells(name, data, layout, block, nz);
}

RightSide right_side_of(int code) {
  return RightSide(checked("right_side", code, {"ISOBAR_CELL_MEANS", "ISOBAR_INTEGRALS"}));
}

} // namespace isobar::c

isobar_layout isobar_layout_of(int order, int nx, int ny, int nz) {
  if (order < ISOBAR_XYZ || order > ISOBAR_ZYX) return {{}, {}, isobar::c::no_order};
  const isobar::CellsIn cells(nullptr, nx, ny, nz, isobar::Order(order));
  isobar_layout layout{};
  for (std::size_t d = 0; d < 3; ++d) {
    layout.cells[d] = cells.extents()[d];
    layout.strides[d] = cells.strides()[d];
  }
  return layout;
}
