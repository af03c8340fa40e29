#pragma once
#include "box/box_cells.hpp"
#include "device/pack_shuffle.hpp"

/// Device functions of the trilinear prolongation. A pack of fine cells, of which the first is on an even column, takes its
/// correction from the coarse cells around it. Nothing is interpolated along an axis that is not halved: its weights are 1 and
/// 0.
namespace isobar {

/// The indices of the two coarse cells of a fine one along one axis.
struct Parents {
  int near, far;
};
/// Returns the coarse cell around a fine one, and that cell's neighbour on the fine cell's side. The first is floor(fine / 2),
/// also for the halo cell -1.
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
  bool around; ///< whether z is periodic
  Halving halved;

  CoarseCells(const Field<S>& coarse, Halving halved, bool around)
      : cells(coarse), layer(coarse.layer_stride()), row(coarse.row_stride()),
        nz(coarse.shape().nz), around(around), halved(halved) {}

  /// Returns a pointer to cell i in layer k and row j.
  KOKKOS_FORCEINLINE_FUNCTION const S* at(int i, int k, int j) const {
    return cells.origin + i + inside(k) * layer + j * row;
  }
  /// Returns the layer that replaces layer k. Layers beyond the bottom and the top have no weight, unless z is periodic.
  KOKKOS_FORCEINLINE_FUNCTION int inside(int k) const {
    if (k >= 0 && k < nz) return k;
    if (around) return (k % nz + nz) % nz;
    return k < 0 ? 0 : nz - 1;
  }
};

/// Interpolates along x between the coarse cells of one line. An even fine cell gets near c_I + far c_{I-1}, an odd one near
/// c_I + far c_{I+1}. In: `p` points to the coarse cell around the first fine cell, i. A pack of one cell may begin on an odd
/// cell; `odd` says whether it does.
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
