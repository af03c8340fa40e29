#pragma once
#include "device/stencil.hpp"
#include <isobar/core/grid/inclination.hpp>

/// Device functions of inclined layers. At a vertex and on layer k the energy of the vertex flux (docs/design.md) is that of
///
///     u_k - t d h / m,   d = sum over the columns around of weight (u_above - u_below)
///
/// in place of u_k, half of it with the interface above the layer, half with the one below. With b(u) = sum of slope u,
/// what the vertex adds to the energy is, of an interface between layers k and k+1,
///
///     square g d^2 / 2 - d (below b(u_k) + above b(u_{k+1})),
///
/// and of the half layer on the ground -ground b(u_0)^2 / 2.
namespace isobar {

/// The numbers of one vertex, of its columns south-west, south-east, north-west and north-east; 0 where there is no column.
template <class V> struct VertexInclination {
  V square;    ///< g, the energy of h / m
  V slope[4];  ///< derivatives of the energy of u and h / m by u
  V weight[4]; ///< of u in its mean over the columns
};
inline constexpr int numbers_of_inclination = 10;

/// They in memory, in ten blocks of rows, of which the last one has `ground`.
template <class A> struct InclinationCells {
  const A* numbers;
  std::ptrdiff_t row, block; ///< numbers from a row to the next, from one of the ten to the next
  const InclinedInterface<A>* interfaces;

  /// Of the vertex at the south-western corner of column (i, j).
  template <class V> KOKKOS_FORCEINLINE_FUNCTION VertexInclination<V> vertex(int i, int j) const {
    const A* const first = numbers + (j * row + i);
    return {load<V>(first),
            {load<V>(first + block), load<V>(first + 2 * block), load<V>(first + 3 * block),
             load<V>(first + 4 * block)},
            {load<V>(first + 5 * block), load<V>(first + 6 * block), load<V>(first + 7 * block),
             load<V>(first + 8 * block)}};
  }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V ground(int i, int j) const {
    return load<V>(numbers + (9 * block + j * row + i));
  }
};

/// u of nine columns on one layer: row by row from the one south-west on.
template <class V> struct ColumnsOfLayer {
  V at[9];

  template <class Row>
  KOKKOS_FORCEINLINE_FUNCTION static ColumnsOfLayer load_from(const Row& u, int up) {
    return {{u.template value<V>(up, -1, -1), u.template value<V>(up, 0, -1),
             u.template value<V>(up, 1, -1), u.template value<V>(up, -1), u.template value<V>(up),
             u.template value<V>(up, 1), u.template value<V>(up, -1, 1),
             u.template value<V>(up, 0, 1), u.template value<V>(up, 1, 1)}};
  }
  KOKKOS_FORCEINLINE_FUNCTION ColumnsOfLayer minus(const ColumnsOfLayer& other) const {
    ColumnsOfLayer difference;
    for (int n = 0; n < 9; ++n) difference.at[n] = at[n] - other.at[n];
    return difference;
  }
  /// sum of factor u over the columns of a vertex, of which the first one is `first`.
  KOKKOS_FORCEINLINE_FUNCTION V over_vertex(const V (&factor)[4], int first) const {
    return (factor[0] * at[first] + factor[1] * at[first + 1]) +
           (factor[2] * at[first + 3] + factor[3] * at[first + 4]);
  }
};

/// u of nine columns on a layer and on those below and above it. Where there is none, the layer itself stands.
template <class V> struct ColumnsAroundCell { ColumnsOfLayer<V> below, own, above; };

/// The derivative of a vertex's share of the energy by u of the cell in the middle, whose column is number `own` of the vertex.
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V inclined_vertex(const VertexInclination<V>& v,
                                              const InclinedInterface<A>& low,
                                              const InclinedInterface<A>& high,
                                              const ColumnsAroundCell<V>& u,
                                              const ColumnsOfLayer<V>& to_below,
                                              const ColumnsOfLayer<V>& to_above, int own) {
  const int first = 4 - own % 2 - 3 * (own / 2);
  const V down = to_below.over_vertex(v.weight, first), up = to_above.over_vertex(v.weight, first);
  const V along = u.own.over_vertex(v.slope, first);
  const V flux_down = low.square * v.square * down -
                      (low.below * u.below.over_vertex(v.slope, first) + low.above * along);
  const V flux_up = high.square * v.square * up -
                    (high.below * along + high.above * u.above.over_vertex(v.slope, first));
  return v.weight[own] * (flux_down - flux_up) -
         v.slope[own] * (high.below * up + low.above * down);
}

/// What inclined layers add to (A u)_k of a pack of columns.
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V apply_inclination(const InclinationCells<A>& cells, int i, int j,
                                                int k, const ColumnsAroundCell<V>& u) {
  const InclinedInterface<A> low = cells.interfaces[k], high = cells.interfaces[k + 1];
  const ColumnsOfLayer<V> to_below = u.own.minus(u.below), to_above = u.above.minus(u.own);
  V sum{};
  for (int own = 0; own < 4; ++own) {
    const int x = i + 1 - own % 2, y = j + 1 - own / 2;
    const VertexInclination<V> vertex = cells.template vertex<V>(x, y);
    sum = sum + inclined_vertex(vertex, low, high, u, to_below, to_above, own);
    if (k == 0)
      sum = sum - cells.template ground<V>(x, y) * vertex.slope[own] *
                      u.own.over_vertex(vertex.slope, 4 - own % 2 - 3 * (own / 2));
  }
  return sum;
}

} // namespace isobar
