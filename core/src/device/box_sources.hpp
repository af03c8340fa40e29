#pragma once
#include "device/box_interpolation.hpp"

/// Where the u of a kernel with two smoothing steps comes from. Indices are those of owned cells.
namespace isobar {

/// A cell's index along an axis of n cells that this rank has whole: those up to n beyond an end are the other end's where the axis
/// is periodic. Further away and elsewhere they have no weight, and one that exists stands in for them.
struct WholeAxis {
  int n;
  bool around;
  KOKKOS_FORCEINLINE_FUNCTION int inside(int i) const {
    if (i >= 0 && i < n) return i;
    if (!around) return i < 0 ? 0 : n - 1;
    const int other = i < 0 ? i + n : i - n;
    return other >= 0 && other < n ? other : 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool exists(int i) const { return around || (i >= 0 && i < n); }
};

/// u as it stands in memory.
template <class S> struct StoredBox {
  static constexpr bool zero = false, corrected = false;
  Cells<S> u;
  FieldStrides<Layout::x_fastest> strides;
  explicit StoredBox(const Field<S>& field) : u(field), strides(field) {}
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(int i, int k, int j) const {
    return load<V>(u.origin + strides.offset(i, k, j));
  }
};

/// u = 0.
struct ZeroBox {
  static constexpr bool zero = true, corrected = false;
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(int, int, int) const { return V(); }
};

/// Own + P u_coarse, corrected where it is read and never stored; all axes are halved. Own is one of the above.
template <class Own, class SC, class A> struct CorrectedBox {
  static constexpr bool zero = false, corrected = true;
  Own own;
  CoarseCells<SC> coarse;
  int coarse_ny;
  BoxCells<A> fine;
  CorrectedBox(const Own& own, const Field<SC>& u_coarse, const BoxGrid<A>& grid)
      : own(own), coarse(u_coarse, grid.halved(), grid.spec().z.is_periodic()),
        coarse_ny(u_coarse.shape().ny), fine(grid) {}
  /// The first of a pack is on an even column.
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(int i, int k, int j) const {
    return own.template value<V>(i, k, j) + interpolate_cells<V, true>(fine, coarse, i, k, j);
  }
};

} // namespace isobar
