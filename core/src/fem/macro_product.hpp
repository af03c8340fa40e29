#pragma once
#include "fem/macro_geometry.hpp"
#include "fem/macro_places.hpp"

#include <algorithm>

namespace isobar {

/// The part of a macro element that a host's team computes. The team computes the product of each element once, and adds
/// products up at the unknowns between elements. A tile shares a pack of columns of elements, and a row, with the tile before.
/// The team keeps the numbers of two rows of elements, so that they stay in cache.
template <int K> struct MacroTile {
  static constexpr int own_columns = 128, own_rows = 64;
  static constexpr int columns = own_columns + element_pack, rows = own_rows + 1; ///< elements
  /// Rows that are kept, of nodes and of elements.
  static constexpr int kept_nodes = K + 1, kept_rows = 2;
  /// The nodes of a row. Nodes with the same i mod K are stored together, so that adjacent elements read adjacent numbers.
  static constexpr int row_length = K * (columns + 1);
  static constexpr int of_u = (row_length * kept_nodes + 7) / 8 * 8;
  /// The numbers in scratch: u, and the products of elements.
  static constexpr int numbers = of_u + (K + 1) * (K + 1) * kept_rows * columns;

  int macro, first_column, first_row; ///< of elements
  int begin_i, end_i, begin_j, end_j; ///< unknowns whose sums are complete, on the lattice

  static int along_x(int elements) { return tiles(elements, own_columns, element_pack); }
  static int along_y(int elements) { return tiles(elements, own_rows, 1); }

  MacroTile(int index, int elements) {
    const int tiles_x = along_x(elements), tiles_y = along_y(elements);
    const int x = index % tiles_x, y = index / tiles_x % tiles_y;
    macro = index / (tiles_x * tiles_y);
    first_column = x * own_columns;
    first_row = y * own_rows;
    begin_i = x == 0 ? 1 : K * (first_column + element_pack);
    begin_j = y == 0 ? 1 : K * (first_row + 1);
    end_i = K * std::min(elements, first_column + columns);
    end_j = K * std::min(elements, first_row + rows);
  }
  /// place_of_u() returns the place of node (i, j) of the tile in scratch, and place_of_product() that of node (a, b) of an
  /// element.
  static int place_of_u(int i, int j) {
    return j % kept_nodes * row_length + i % K * (columns + 1) + i / K;
  }
  static int place_of_product(int column, int row, int a, int b) {
    return ((b * (K + 1) + a) * kept_rows + row % kept_rows) * columns + column;
  }

private:
  static int tiles(int elements, int own, int shared) {
    return std::max(1, (elements - shared + own - 1) / own);
  }
};

/// A host's walk through macro elements, tile after tile. It calls finish(n, row n of A times x, finish.given(n)) for the
/// unknowns n inside macro elements. A GPU uses MacroMarch instead.
template <int K, class T, class Finish, class Geometry = MacroGeometry<T>> struct MacroProduct {
  using Tile = MacroTile<K>;
  using V = ElementPack<T>;
  using Policy = TeamPolicy;
  MacroPlaces places;
  Geometry geometry;
  const T* x;
  Finish finish;

  MacroProduct(const MacroPlaces& places, const Geometry& geometry, const T* x,
               const Finish& finish)
      : places(places), geometry(geometry), x(x), finish(finish) {}
  int teams() const {
    return places.macros * Tile::along_x(geometry.elements) * Tile::along_y(geometry.elements);
  }
  static constexpr int team_size() { return 1; }
  static constexpr std::size_t scratch_bytes() { return Tile::numbers * sizeof(T) + 64; }

  /// Computes row after row of elements, and adds each row to the one before while both are in cache.
  void operator()(const Member& team, int index) const {
    constexpr std::size_t bytes = Tile::numbers * sizeof(T);
    T* const u = static_cast<T*>(team.team_scratch(0).get_shmem_aligned(bytes, 64));
    T* const products = u + Tile::of_u;
    const Tile tile(index, geometry.elements);
    read_row(tile, 0, u);
    for (int row = 0; K * (tile.first_row + row) < tile.end_j; ++row) {
      for (int b = 1; b <= K; ++b) read_row(tile, K * row + b, u);
      multiply_row(tile, row, u, products);
      for (int b = 0; b < K; ++b) add_up_row(tile, K * row + b, products);
    }
  }

private:
  void read_row(const Tile& tile, int j, T* u) const {
    const int first = K * tile.first_column, of_macro = K * tile.first_row + j;
    // The node at the right edge is read, too.
    const int last = K * geometry.elements, end = tile.end_i;
    const auto row = places.lattice_row(x, tile.macro, of_macro);
    const int begin = first == 0 ? 1 : first, inside = end == last ? end - 1 : end;
    for (int i = begin; i <= inside; ++i) u[Tile::place_of_u(i - first, j)] = row(i);
    if (first == 0) u[Tile::place_of_u(0, j)] = places.at_end(x, tile.macro, 0, of_macro);
    if (end == last)
      u[Tile::place_of_u(last - first, j)] = places.at_end(x, tile.macro, last, of_macro);
  }
  /// Computes the products of a row of the tile's elements.
  void multiply_row(const Tile& tile, int row, const T* u, T* products) const {
    constexpr int nodes = (K + 1) * (K + 1);
    const int j = tile.first_row + row;
    for (int column = 0; K * (tile.first_column + column) < tile.end_i; column += element_pack) {
      const int i = tile.first_column + column;
      V of_nodes[nodes], r[nodes];
      ISOBAR_UNROLL
      for (int a = 0; a < nodes; ++a)
        of_nodes[a] = load<V>(u + Tile::place_of_u(a % (K + 1), K * row + a / (K + 1)) + column);
      geometry.template product<K>(geometry.template patch_at<V>(tile.macro, i, j), tile.macro, i,
                                   j, of_nodes, r);
      ISOBAR_UNROLL
      for (int a = 0; a < nodes; ++a)
        store(products + Tile::place_of_product(column, row, a % (K + 1), a / (K + 1)), r[a],
              element_pack);
    }
  }
  void add_up_row(const Tile& tile, int j, const T* products) const {
    const int of_macro = K * tile.first_row + j, first = K * tile.first_column;
    if (of_macro < tile.begin_j || of_macro >= tile.end_j) return;
    alignas(64) T sums[Tile::row_length];
    for (int column = tile.begin_i > 1 ? element_pack : 0; first + K * column < tile.end_i;
         column += element_pack)
      for (int a = 0; a < K; ++a)
        store(sums + Tile::place_of_u(a, 0) + column, sum(products, column, a, j), element_pack);
    const int n = places.row(tile.macro, of_macro) - 1;
    for (int i = tile.begin_i; i < tile.end_i; ++i)
      finish(n + i, sums[Tile::place_of_u(i - first, 0)], finish.given(n + i));
  }
  /// Returns row j of A u at node a along x of a pack of elements. It sums over one, two or four elements, always in the same
  /// order.
  static V sum(const T* products, int column, int a, int j) {
    const auto along_x = [&](int row, int b) {
      const V here = load<V>(products + Tile::place_of_product(column, row, a, b));
      if (a > 0) return here;
      return load<V>(products + Tile::place_of_product(column, row, K, b) - 1) + here;
    };
    const V here = along_x(j / K, j % K);
    return j % K == 0 ? along_x(j / K - 1, K) + here : here;
  }
};

} // namespace isobar
