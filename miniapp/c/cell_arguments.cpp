#include "c/arguments.hpp"
#include "c/errors.hpp"

namespace isobar::c {
namespace {

constexpr int no_order = -1; ///< replaces the place of a layout with an unknown order

/// T, or const T if Void is const.
template <class Void, class T> using As = std::conditional_t<std::is_const_v<Void>, const T, T>;

template <class Void>
CellData<Void> cells(const std::string& name, Void* data, const isobar_layout* layout,
                     const ColumnBlock& block, int nz) {
  using Double = As<Void, double>;
  using Float = As<Void, float>;
  if (layout == nullptr) return CellData<Void>(static_cast<Double*>(data), block.nx, block.ny, nz);
  if (layout->place == no_order)
    refuse(name + ": of an order that there is not; expected 0 to 5 (isobar_order)");
  const auto place =
      Place(checked((name + ".place").c_str(), layout->place, {"ISOBAR_HOST", "ISOBAR_DEVICE"}));
  const auto number = Number(
      checked((name + ".number").c_str(), layout->number, {"ISOBAR_DOUBLE", "ISOBAR_FLOAT"}));
  const auto of = [&](auto* numbers) {
    const auto& [nx, ny, n] = layout->cells;
    const auto& [x, y, z] = layout->strides;
    return CellData<Void>(numbers, {nx, ny, n}, {x, y, z}, place);
  };
  return number == Number::in_float ? of(static_cast<Float*>(data))
                                    : of(static_cast<Double*>(data));
}

/// Checks that each cell has memory of its own, along each axis with several cells.
void check_written(const std::string& name, const isobar_layout* layout) {
  if (layout == nullptr) return;
  for (std::size_t d = 0; d < 3; ++d)
    if (layout->cells[d] > 1 && layout->strides[d] == 0)
      refuse(name + ": a stride is 0; expected memory for each cell");
}

} // namespace

CellsIn cells_to_read(const std::string& name, const void* data, const isobar_layout* layout,
                      const ColumnBlock& block, int nz) {
  return cells(name, data, layout, block, nz);
}

CellsOut cells_to_write(const std::string& name, void* data, const isobar_layout* layout,
                        const ColumnBlock& block, int nz) {
  check_written(name, layout);
  return cells(name, data, layout, block, nz);
}

RightSide right_side_of(int code) {
  return RightSide(checked("right_side", code, {"ISOBAR_CELL_MEANS", "ISOBAR_INTEGRALS"}));
}

} // namespace isobar::c

isobar_layout isobar_layout_of(int order, int nx, int ny, int nz) {
  if (order < ISOBAR_XYZ || order > ISOBAR_ZYX) return {{}, {}, isobar::c::no_order, ISOBAR_DOUBLE};
  const isobar::CellsIn cells(nullptr, nx, ny, nz, isobar::Order(order));
  isobar_layout layout{};
  for (std::size_t d = 0; d < 3; ++d) {
    layout.cells[d] = cells.extents()[d];
    layout.strides[d] = cells.strides()[d];
  }
  return layout;
}
