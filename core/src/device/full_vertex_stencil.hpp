#pragma once
#include "device/convection_stencil.hpp"

/// Device functions of the vertex flux if the coefficients are a number a cell.
namespace isobar {

/// The weights that one vertex gives a column beside it. They belong to u in the column itself, in
/// the columns beside it in x and in y, and in the column beyond the vertex. Columns beyond sides
/// of the domain have weight 0.
template <class V> struct VertexWeights { V own, x, y, corner; };
template <class V> struct ColumnVertices {
  VertexWeights<V> south_west, south_east, north_west, north_east;
};

/// The weights of all vertices in memory, in four blocks of rows. The first block has
/// (aa + bb + ab) / 2, for the columns south-west and north-east of the vertex. The second has
/// (aa + bb - ab) / 2, for the other two columns. The third has aa / 2 and the fourth bb / 2.
template <class A> struct VertexCells {
  const A* numbers;
  /// Strides from a row to the next, and from one of the four blocks to the next.
  std::ptrdiff_t row, block;

  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION ColumnVertices<V> column(const A* corner, int i, int j) const {
    return {at<V>(corner, i, j, 0, 0), at<V>(corner, i, j, 1, 0), at<V>(corner, i, j, 0, 1),
            at<V>(corner, i, j, 1, 1)};
  }

private:
  /// Returns the weights of one vertex of column (i, j). In: `corner`, the grid's corner couplings
  /// ab / 2.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION VertexWeights<V> at(const A* corner, int i, int j, int east,
                                                  int north) const {
    const std::ptrdiff_t n = (j + north) * row + i + east;
    const bool rising = east == north; // the diagonal from here through the vertex
    const V ab = load<V>(corner + n);
    return {load<V>(numbers + (rising ? 0 : block) + n), load<V>(numbers + 2 * block + n),
            load<V>(numbers + 3 * block + n), rising ? ab : V{} - ab};
  }
};

/// alpha_h of a cell and of the eight cells around it. Beyond a side of the domain it is the mirror
/// image's. Beyond a corner of the cube it is the harmonic mean of the three cells around the
/// corner (complete() in general_setup.hpp).
template <class V> struct AlphaAround {
  V south_west, south, south_east, west, centre, east, north_west, north, north_east;
};

/// Returns 1 / (1 / a + 1 / b), half the harmonic mean.
template <class V> KOKKOS_FORCEINLINE_FUNCTION V half_mean(const V& a, const V& b) {
  return a * b * reciprocal(a + b);
}

/// Returns one vertex's share of the sum, times a quarter of the harmonic mean of its four cells.
/// In: `a` and `b`, half means of two cells each.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION V vertex_flux(const VertexWeights<V>& w, const V& a, const V& b,
                                          const V& u, const V& x, const V& y, const V& corner) {
  return half_mean(a, b) * (w.own * u - (w.x * x + w.y * y + w.corner * corner));
}

/// Returns the sum over the vertices of a cell of alpha K times differences of u. It is the
/// horizontal part of A u, without d.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION V sum_over_vertices(const ColumnVertices<V>& k, const AlphaAround<V>& a,
                                                const CornerWindow<V>& u) {
  const V west = half_mean(a.west, a.centre), east = half_mean(a.centre, a.east);
  const V south = vertex_flux(k.south_west, half_mean(a.south_west, a.south), west, u.centre,
                              u.west, u.south, u.south_west) +
                  vertex_flux(k.south_east, half_mean(a.south, a.south_east), east, u.centre,
                              u.east, u.south, u.south_east);
  const V north = vertex_flux(k.north_west, half_mean(a.north_west, a.north), west, u.centre,
                              u.west, u.north, u.north_west) +
                  vertex_flux(k.north_east, half_mean(a.north, a.north_east), east, u.centre,
                              u.east, u.north, u.north_east);
  using A = typename V::value_type;
  return A(4) * (south + north);
}

} // namespace isobar
