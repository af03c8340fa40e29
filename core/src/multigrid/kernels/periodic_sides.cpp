#include "base/precision_list.hpp"
#include <isobar/core/multigrid/kernels/periodic_sides.hpp>

namespace isobar {
namespace {

/// Copies into halo cells, with one thread for each: first the western and the eastern column, corners included, then the
/// southern and the northern row. A thread reads a cell that lies beyond no end of these axes, which nobody writes.
template <class T> struct WrapSides {
  T* cells;
  FieldShape shape;
  Periodic axes;

  KOKKOS_FUNCTION int in_columns() const { return axes.x ? 2 * (shape.ny + 2) : 0; }
  /// Returns the halo cells of one row. Its corners belong to the columns, if columns are wrapped.
  KOKKOS_FUNCTION int in_row() const { return axes.x ? shape.nx : shape.nx + 2; }
  KOKKOS_FUNCTION int on_layer() const { return in_columns() + (axes.y ? 2 * in_row() : 0); }

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const int line = on_layer();
    const bool layer_first = shape.layout == Layout::z_fastest; // neighbours in memory
    const int at = int(layer_first ? n / shape.nz : n % line),
              k = int(layer_first ? n % shape.nz : n / line);
    int i, j;
    if (at < in_columns()) {
      i = at % 2 == 0 ? -1 : shape.nx;
      j = at / 2 - 1;
    } else {
      const int of_rows = at - in_columns();
      i = of_rows % in_row() - (axes.x ? 0 : 1);
      j = of_rows < in_row() ? -1 : shape.ny;
    }
    const int from_i = axes.x ? (i + shape.nx) % shape.nx : i,
              from_j = axes.y ? (j + shape.ny) % shape.ny : j;
    cells[shape.place(i, k, j)] = cells[shape.place(from_i, k, from_j)];
  }
};

} // namespace

template <class P>
void PeriodicSides<P>::wrap(const std::string& label, const FieldMemory<typename P::storage>& u,
                            Periodic axes) {
  const WrapSides<typename P::storage> wrap{u.flat().data(), u.shape(), axes};
  const Int64 cells = Int64(wrap.on_layer()) * u.shape().nz;
  if (cells == 0) return;
  Kokkos::parallel_for(
      label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, cells), wrap);
}

ISOBAR_INSTANTIATE(struct PeriodicSides)

} // namespace isobar
