#pragma once
#include "fem/macro_geometry.hpp"
#include "fem/macro_places.hpp"

namespace isobar {

/// The part of a macro element that a team computes: it takes the products of its elements, each once, and adds them up at the unknowns
/// between them. A column (a pack on a host) and a row of elements are shared with the tile before.
template <int K> struct MacroTile {
  static constexpr int own_columns = 32 / K, own_rows = 16 / K; ///< elements
  static constexpr int columns = own_columns + element_pack, rows = own_rows + 1;
  static constexpr int packs = columns / element_pack;
  static constexpr int node_columns = K * columns + 1, node_rows = K * rows + 1;
  /// Places along x, those of equal i mod K together, so that elements side by side read numbers side by side.
  static constexpr int row_length = K * (columns + 1);
  static constexpr int threads = on_host ? 1 : (K == 1 ? 192 : 160); ///< elements: 561 and 153
  /// Numbers of scratch: u, and the products of all elements.
  static constexpr int of_u = (row_length * node_rows + 7) / 8 * 8;
  static constexpr int numbers = of_u + (K + 1) * (K + 1) * rows * columns;

  int macro, first_column, first_row; ///< of elements
  int begin_i, end_i, begin_j, end_j; ///< unknowns whose sums are complete, on the lattice

  static int along_x(int elements) { return tiles(elements, own_columns, element_pack); }
  static int along_y(int elements) { return tiles(elements, own_rows, 1); }

  KOKKOS_FUNCTION MacroTile(int index, int elements, int tiles_x, int tiles_y) {
    const int x = index % tiles_x, y = index / tiles_x % tiles_y;
    macro = index / (tiles_x * tiles_y);
    first_column = x * own_columns;
    first_row = y * own_rows;
    begin_i = x == 0 ? 1 : K * (first_column + element_pack);
    begin_j = y == 0 ? 1 : K * (first_row + 1);
    end_i = K * least(elements, first_column + columns);
    end_j = K * least(elements, first_row + rows);
  }
  KOKKOS_FORCEINLINE_FUNCTION static int place_of_u(int i, int j) {
    return j * row_length + i % K * (columns + 1) + i / K;
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION static int least(int a, int b) { return a < b ? a : b; }
  static int tiles(int elements, int own, int shared) {
    const int count = (elements - shared + own - 1) / own;
    return count > 1 ? count : 1;
  }
};

/// finish(n, row n of A times x) for all unknowns n inside macro elements.
template <int K, class T, class Finish> struct MacroProduct {
  using Tile = MacroTile<K>;
  using V = ElementPack<T>;
  MacroPlaces places;
  MacroGeometry<T> geometry;
  const T* x;
  Finish finish;
  int tiles_x, tiles_y;

  static constexpr std::size_t scratch_bytes = Tile::numbers * sizeof(T) + 64;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    T* const u = static_cast<T*>(team.team_scratch(0).get_shmem_aligned(scratch_bytes - 64, 64));
    T* const products = u + Tile::of_u;
    const Tile tile(team.league_rank(), geometry.elements, tiles_x, tiles_y);
    read(team, tile, u);
    team.team_barrier();
    multiply(team, tile, u, products);
    team.team_barrier();
    add_up(team, tile, products);
  }

private:
  /// u of all nodes of the tile's elements.
  KOKKOS_FORCEINLINE_FUNCTION void read(const Member& team, const Tile& tile, T* u) const {
    const int last = K * geometry.elements;
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(team, Tile::node_rows * Tile::node_columns), [&](int at) {
          const int i = at % Tile::node_columns, j = at / Tile::node_columns;
          const int of_macro_i = K * tile.first_column + i, of_macro_j = K * tile.first_row + j;
          if (of_macro_i > last || of_macro_j > last) return;
          u[Tile::place_of_u(i, j)] = places.at(x, tile.macro, of_macro_i, of_macro_j);
        });
  }
  /// The products of all elements of the tile: node a of element (row, column) at (a, row, column).
  KOKKOS_FORCEINLINE_FUNCTION void multiply(const Member& team, const Tile& tile, const T* u,
                                            T* products) const {
    constexpr int nodes = (K + 1) * (K + 1);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, Tile::rows * Tile::packs), [&](int at) {
      const int column = at % Tile::packs * element_pack, row = at / Tile::packs;
      const int i = tile.first_column + column, j = tile.first_row + row;
      if (i >= geometry.elements || j >= geometry.elements) return;
      V of_nodes[nodes], r[nodes];
      ISOBAR_UNROLL
      for (int a = 0; a < nodes; ++a)
        of_nodes[a] = load<V>(u + Tile::place_of_u(a % (K + 1), K * row + a / (K + 1)) + column);
      geometry.template product<K>(tile.macro, i, j, of_nodes, r);
      ISOBAR_UNROLL
      for (int a = 0; a < nodes; ++a)
        store(products + (a * Tile::rows + row) * Tile::columns + column, r[a], element_pack);
    });
  }
  /// The sums at the tile's unknowns, over one, two or four elements, in the same order each time.
  KOKKOS_FORCEINLINE_FUNCTION void add_up(const Member& team, const Tile& tile,
                                          const T* products) const {
    const int width = tile.end_i - tile.begin_i, height = tile.end_j - tile.begin_j;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, width * height), [&](int at) {
      const int i = tile.begin_i + at % width, j = tile.begin_j + at / width;
      const int n = places.row(tile.macro, j) + i - 1;
      finish(n, sum(products, i - K * tile.first_column, j - K * tile.first_row));
    });
  }
  KOKKOS_FORCEINLINE_FUNCTION static T sum(const T* products, int i, int j) {
    const auto of_element = [&](int column, int row, int a, int b) {
      return products[((b * (K + 1) + a) * Tile::rows + row) * Tile::columns + column];
    };
    const auto along_x = [&](int row, int b) {
      const T here = of_element(i / K, row, i % K, b);
      return i % K == 0 ? of_element(i / K - 1, row, K, b) + here : here;
    };
    const T here = along_x(j / K, j % K);
    return j % K == 0 ? along_x(j / K - 1, K) + here : here;
  }
};

} // namespace isobar
