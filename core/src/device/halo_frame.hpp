#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

/// The numbering of a field's halo cells: first the southern and the northern row with the corners,
/// then the western and the eastern column. Neighbouring numbers are neighbours in memory.
struct HaloFrame {
  FieldShape shape;

  struct Place {
    int i, k, j;
  };
  KOKKOS_FORCEINLINE_FUNCTION int on_layer() const { return 2 * (shape.nx + 2 + shape.ny); }
  KOKKOS_FORCEINLINE_FUNCTION Int64 cells() const { return Int64(on_layer()) * shape.nz; }
  KOKKOS_FORCEINLINE_FUNCTION Place place(Int64 n) const {
    const int row = shape.nx + 2, line = on_layer();
    const bool layer_first = shape.layout == Layout::z_fastest;
    const int at = int(layer_first ? n / shape.nz : n % line),
              k = int(layer_first ? n % shape.nz : n / line);
    const int side = at - 2 * row;
    return {side < 0          ? at % row - 1
            : side < shape.ny ? -1
                              : shape.nx,
            k, side < 0 ? (at < row ? -1 : shape.ny) : side % shape.ny};
  }
};

} // namespace isobar
