#pragma once
#include <isobar/core/cells.hpp>

/// Device functions of the matrix: the numbers of a pack of columns, and its couplings.
namespace isobar {

/// Horizontal numbers of one pack of columns.
template <class V> struct ColumnStencil {
  V area, total, west, east, south, north;

  template <class A>
  static KOKKOS_FORCEINLINE_FUNCTION ColumnStencil at(const GridCells<A>& g, int i, int j) {
    const std::ptrdiff_t n = j * g.row + i;
    return {load<V>(g.area + n),     load<V>(g.total + n), load<V>(g.west + n),
            load<V>(g.west + n + 1), load<V>(g.south + n), load<V>(g.south + n + g.row)};
  }
  /// The same with every transmissibility divided by |T|.
  KOKKOS_FORCEINLINE_FUNCTION ColumnStencil per_area() const {
    const V inverse = reciprocal(area);
    return {area,           inverse * total, inverse * west,
            inverse * east, inverse * south, inverse * north};
  }
};

/// sum over the four neighbours T' of alpha_TT' u_T'; `u` points to the cell, `south` and `north`
/// to those beside it in y. Reads halo cells; those on the domain's sides are multiplied by 0.
template <class V, class Column, class S>
KOKKOS_FORCEINLINE_FUNCTION V neighbours(const Column& c, const S* u, const S* south,
                                         const S* north) {
  return (c.west * load<V>(u - 1) + c.east * load<V>(u + 1)) +
         (c.south * load<V>(south) + c.north * load<V>(north));
}

/// (A u)_k of a pack of columns, volume-integrated (petascale paper, eqs. 6 and 14; signs as in
/// profile.hpp). On the lowest level c = 0 and on the highest b = 0: any neighbour will do.
template <class V, class A, class S>
KOKKOS_FORCEINLINE_FUNCTION V apply_matrix(const GridCells<A>& grid, const Strides& strides,
                                           const ColumnStencil<V>& column, const S* p, int k) {
  const LevelCoefficients<A>& level = grid.profile[k];
  const V u = load<V>(p);
  const V below = load<V>(k > 0 ? p - strides.level : p);
  const V above = load<V>(k + 1 < grid.nz ? p + strides.level : p);
  return column.area * (level.a * u + (level.b * (u - above) + level.c * (u - below))) +
         level.d * (column.total * u - neighbours<V>(column, p, p - strides.row, p + strides.row));
}

} // namespace isobar
