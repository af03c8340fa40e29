#pragma once
#include "box/box_cells.hpp"
#include "device/pack_shuffle.hpp"

/// Device functions of the trilinear prolongation: how a pack of fine cells, the first of them on an even column, takes its
/// correction from the coarse cells around it. An axis that is not halved is left out: its weights are 1 and 0.
namespace isobar {

/// Where the two coarse cells of a fine one lie along one axis.
struct Parents {
  int near, far;
};
/// floor(fine / 2), also for the halo's -1, and the one beside it on the cell's side.
KOKKOS_FORCEINLINE_FUNCTION Parents parents_of(int fine, bool halved) {
  if (!halved) return {fine, fine};
  const int near = (fine + 2) / 2 - 1;
  return {near, (fine & 1) != 0 ? near + 1 : near - 1};
}

/// A coarse field as prolongations read it.
template <class S> struct CoarseCells {
  Cells<S> cells;
  std::ptrdiff_t layer, row;
  int nz;
  bool around; ///< z is periodic
  Halving halved;

  CoarseCells(const Field<S>& coarse, Halving halved, bool around)
      : cells(coarse), layer(coarse.layer_stride()), row(coarse.row_stride()),
        nz(coarse.shape().nz), around(around), halved(halved) {}

  /// Of layer k and row j.
  KOKKOS_FORCEINLINE_FUNCTION const S* at(int i, int k, int j) const {
    return cells.origin + i + inside(k) * layer + j * row;
  }
  /// The layer that stands for layer k. Layers beyond the ground and the top have no weight, unless z is periodic.
  KOKKOS_FORCEINLINE_FUNCTION int inside(int k) const {
    if (k >= 0 && k < nz) return k;
    if (around) return (k % nz + nz) % nz;
    return k < 0 ? 0 : nz - 1;
  }
};

/// Along x, of coarse cells in one line from `p` on, which is the first fine cell's own: near c_I + far c_{I-1} in even fine
/// cells, near c_I + far c_{I+1} in odd ones. A pack of one cell may begin anywhere; `odd` says where.
template <class V, bool halved, class A, class S>
KOKKOS_FORCEINLINE_FUNCTION V interpolate_line(const AxisCells<A>& x, const S* p, int i, bool odd) {
  if constexpr (!halved) {
    return load<V>(p);
  } else {
    const V near = x.template pack<V>(AxisNumber::near, i),
            far = x.template pack<V>(AxisNumber::far, i);
    if constexpr (V::width == 1) {
      return near * load<V>(p) + far * load<V>(p + (odd ? 1 : -1));
    } else {
      using Half = Pack<typename V::value_type, V::width / 2>;
      const Half own = load<Half>(p);
      return near * interleave(own, own) + far * interleave(load<Half>(p - 1), load<Half>(p + 1));
    }
  }
}

} // namespace isobar
