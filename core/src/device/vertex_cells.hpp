#pragma once
#include "device/stencil.hpp"
#include <isobar/core/grid/vertex_columns.hpp>

namespace isobar {

/// The numbers of the vertex flux in memory; see VertexColumns.
template <class A> struct VertexCells {
  const A *total, *west, *south, *corner;
  std::ptrdiff_t row; ///< numbers from a row to the next

  VertexCells(const VertexColumns<A>& c)
      : total(c.total.data()), west(c.west.data()), south(c.south.data()), corner(c.corner.data()),
        row(std::ptrdiff_t(c.total.extent(0))) {}

  /// Of the pack of columns from (i, j) on. Its vertical numbers are the grid's.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION VertexStencil<V> at(const GridCells<A>& grid, int i, int j) const {
    const std::ptrdiff_t n = j * row + i;
    VertexStencil<V> s;
    s.vertical = load<V>(grid.vertical + (j * grid.row + i));
    s.reaction = load<V>(grid.reaction + (j * grid.reaction_row + i));
    s.total = load<V>(total + n);
    s.west = load<V>(west + n);
    s.east = load<V>(west + n + 1);
    s.south = load<V>(south + n);
    s.north = load<V>(south + n + row);
    s.south_west = load<V>(corner + n);
    s.south_east = load<V>(corner + n + 1);
    s.north_west = load<V>(corner + n + row);
    s.north_east = load<V>(corner + n + row + 1);
    return s;
  }
};

} // namespace isobar
