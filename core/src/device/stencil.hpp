#pragma once
#include "device/cells.hpp"
#include "device/pack_shuffle.hpp"

#include <type_traits>

/// Device functions of the matrix: a pack of columns' numbers of the grid, and its couplings.
namespace isobar {

/// The horizontal numbers of one pack of columns: V_T, R_T / V_T, total, and the transmissibilities
/// of the edges.
template <class V> struct ColumnStencil {
  V vertical, reaction, total, west, east, south, north;

  /// Loads the numbers of the columns from i on, which is a multiple of the pack's width. Rows of
  /// columns are padded to whole packs. A GPU then needs 7 loads for a pair of columns, not 14.
  template <class A>
  static KOKKOS_FORCEINLINE_FUNCTION ColumnStencil at(const GridCells<A>& g, int i, int j) {
    const std::ptrdiff_t n = j * g.row + i;
    const V west = load_aligned<V>(g.west + n);
    return {
        load_aligned<V>(g.vertical + n),     load_aligned<V>(g.reaction + (j * g.reaction_row + i)),
        load_aligned<V>(g.total + n),        west,
        load_eastern(west, g.west + n),      load_aligned<V>(g.south + n),
        load_aligned<V>(g.south + n + g.row)};
  }
};

/// Returns the sum over the four neighbours T' of alpha_TT' u_T'. On the domain's sides alpha is 0.
template <class V, class Column>
KOKKOS_FORCEINLINE_FUNCTION V coupling(const Column& c, const V& west, const V& east,
                                       const V& south, const V& north) {
  return (c.west * west + c.east * east) + (c.south * south + c.north * north);
}
/// A column that also couples to columns that meet it only in a corner.
template <class Column>
concept CouplesCorners = requires(const Column& c) {
  c.south_west;
};
/// Returns the corners' share of the sum. If cells are not orthogonal, the two diagonals couple
/// with opposite signs.
template <class V, CouplesCorners Column>
KOKKOS_FORCEINLINE_FUNCTION V corner_coupling(const Column& c, const V& south_west,
                                              const V& south_east, const V& north_west,
                                              const V& north_east) {
  return (c.south_west * south_west + c.north_east * north_east) -
         (c.south_east * south_east + c.north_west * north_west);
}
/// Returns the whole sum from memory. In: `u` points to the cell, `south` and `north` to the cells
/// beside it in y. Reads halo cells.
template <class V, class Column, class Pointer>
KOKKOS_FORCEINLINE_FUNCTION V neighbours(const Column& c, const Pointer& u, const Pointer& south,
                                         const Pointer& north) {
  const V sum =
      coupling(c, load<V>(beside(u, -1)), load<V>(beside(u, 1)), load<V>(south), load<V>(north));
  if constexpr (!CouplesCorners<Column>) return sum;
  else
    return sum + corner_coupling(c, load<V>(beside(south, -1)), load<V>(beside(south, 1)),
                                 load<V>(beside(north, -1)), load<V>(beside(north, 1)));
}

/// A row of a field from one cell on, as stencils read it.
template <class S, Layout L = Layout::x_fastest> struct FieldRow {
  ColumnPointer<S, L> p;
  int layer;
  std::ptrdiff_t row;
  /// Returns the value in the cell `up` layers higher, `east` columns further east and `north` rows
  /// further north.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V value(int up, int east = 0, int north = 0) const {
    return load<V>(beside(p + north * row, east) + up * layer);
  }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V aligned(int up) const {
    return load_aligned<V>(p + up * layer);
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_read(int up) const { isobar::will_read(p + up * layer); }
};

/// A field to which a stencil is applied.
template <class S, Layout L = Layout::x_fastest> struct Stencilled {
  Cells<S, L> cells;
  FieldStrides<L> strides;
  /// Returns the row `rows` rows north of c.
  KOKKOS_FORCEINLINE_FUNCTION FieldRow<S, L> row(const Cell& c, int rows) const {
    return {cells.at(c) + rows * strides.row, int(strides.layer), strides.row};
  }
};

/// The numbers u in a pack of cells and beside it, in registers.
template <class V> struct Window {
  V centre, west, east, south, north, below, above;

  /// Starts the window below the lowest layer. In: `u`, the row from the lowest layer on.
  template <class Row> KOKKOS_FORCEINLINE_FUNCTION void start(const Row& u) {
    centre = V{};
    above = u.template value<V>(0);
  }
  /// Moves the window to the next layer, where the row `u` begins. The cell above the last centre
  /// becomes the centre. Reads halo cells.
  ///
  /// Below the lowest layer and above the highest, u is 0. That is its value on a surface where it
  /// is fixed. On a surface without flux it has no weight (c = 0, b = 0).
  template <class Row> KOKKOS_FORCEINLINE_FUNCTION void move_up(const Row& u, bool has_above) {
    below = centre;
    centre = above;
    above = has_above ? u.template value<V>(1) : V{};
    west = u.template value<V>(0, -1);
    east = u.template value<V>(0, 1);
    south = u.template value<V>(0, 0, -1);
    north = u.template value<V>(0, 0, 1);
  }
};

/// A window with the corners of the pack, for stencils of nine points.
template <class V> struct CornerWindow : Window<V> {
  V south_west, south_east, north_west, north_east;

  template <class Row> KOKKOS_FORCEINLINE_FUNCTION void move_up(const Row& u, bool has_above) {
    Window<V>::move_up(u, has_above);
    south_west = u.template value<V>(0, -1, -1);
    south_east = u.template value<V>(0, 1, -1);
    north_west = u.template value<V>(0, -1, 1);
    north_east = u.template value<V>(0, 1, 1);
  }
};

/// The horizontal numbers of one pack of columns with the vertex flux: those of the edges and of
/// the corners.
template <class V> struct VertexStencil : ColumnStencil<V> {
  V south_west, south_east, north_west, north_east;

  template <class A>
  static KOKKOS_FORCEINLINE_FUNCTION VertexStencil at(const GridCells<A>& g, int i, int j) {
    const A *const south = g.corner + (j * g.row + i), *const north = south + g.row;
    const V south_west = load_aligned<V>(south), north_west = load_aligned<V>(north);
    return {ColumnStencil<V>::at(g, i, j), south_west, load_eastern(south_west, south), north_west,
            load_eastern(north_west, north)};
  }
};

/// The types of a kernel's numbers of the grid and of its field, with corners or without.
template <class V, bool corners>
using StencilOf = std::conditional_t<corners, VertexStencil<V>, ColumnStencil<V>>;
template <class V, bool corners>
using SeenOf = std::conditional_t<corners, CornerWindow<V>, Window<V>>;

/// Returns the sum over the four neighbours, or the eight, in a window.
template <class V, class Column>
KOKKOS_FORCEINLINE_FUNCTION V coupling(const Column& c, const Window<V>& u) {
  return coupling(c, u.west, u.east, u.south, u.north);
}
template <class V, CouplesCorners Column>
KOKKOS_FORCEINLINE_FUNCTION V coupling(const Column& c, const CornerWindow<V>& u) {
  return coupling(c, u.west, u.east, u.south, u.north) +
         corner_coupling(c, u.south_west, u.south_east, u.north_west, u.north_east);
}

/// Returns (A u)_k of a pack of columns, volume-integrated (petascale paper, eqs. 6 and 14; signs
/// as in layers.hpp). In: `coupled`, the sum over the neighbours.
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V apply_matrix(const LayerCoefficients<A>& layer,
                                           const ColumnStencil<V>& column, const Window<V>& u,
                                           const V& coupled) {
  return column.vertical * ((layer.a * column.reaction) * u.centre +
                            (layer.b * (u.centre - u.above) + layer.c * (u.centre - u.below))) +
         layer.d * (column.total * u.centre - coupled);
}
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V apply_matrix(const LayerCoefficients<A>& layer,
                                           const ColumnStencil<V>& column, const Window<V>& u) {
  return apply_matrix(layer, column, u, coupling(column, u));
}
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V apply_matrix(const LayerCoefficients<A>& layer,
                                           const VertexStencil<V>& column,
                                           const CornerWindow<V>& u) {
  return apply_matrix(layer, column, u, coupling(column, u));
}

} // namespace isobar
