#pragma once
#include "fem/macro_bands.hpp"
#include "walk/gpu/row_range.hpp"

#include <algorithm>

namespace isobar {

/// A host's walk through bands. It calls finish(n, row n of A times x, finish.given(n)) for the unknowns n inside macro
/// elements. A thread goes through the rows of a tile of unknowns, a pack at a time. It copies two rows of x together with
/// their ends, so that all packs are alike. These rows, and the contribution of the row below, stay in cache. A GPU uses
/// BandMarch instead.
template <class T, class Finish> struct BandProduct {
  static constexpr int pack = 64 / int(sizeof(T));
  using V = Pack<T, pack>;
  static constexpr int columns = 256, rows = 64; ///< of a tile
  using Policy = TeamPolicy;
  MacroPlaces places;
  MacroBands<T> bands;
  const T* x;
  Finish finish;

  int teams() const { return places.macros * along(columns) * along(rows); }
  static constexpr int team_size() { return 1; }
  static constexpr std::size_t scratch_bytes() { return 0; }

  void operator()(const Member& /*team*/, int index) const {
    const Tile tile = tile_at(index);
    Row of_x[2] = {};
    alignas(64) T from_below[columns];
    const int below = tile.range.begin;
    read(tile, below, of_x[below % 2]);
    read(tile, below + 1, of_x[(below + 1) % 2]);
    const BandsAt<T> of_below = bands_at(tile, below);
    for (int k = 0; k < tile.count; k += pack)
      store(from_below + k, of_below.moved(k).for_above(beside(of_x[below % 2], k).of), pack);
    for (int j = below + 1; j <= tile.range.end; ++j) {
      read(tile, j + 1, of_x[(j + 1) % 2]);
      multiply_row(tile, j, of_x[j % 2], of_x[(j + 1) % 2], from_below);
    }
  }

private:
  struct Tile {
    int macro, first, count; ///< places first to first + count - 1 of its rows
    RowRange range;          ///< from the row before the tile's first one to its last one
  };
  /// A row of x from the place before the tile's first one on. A pack may reach beyond the last place.
  struct Row {
    alignas(64) T at[columns + 2];
  };
  struct Beside {
    V of[3];
  };

  int along(int size) const { return divide_up(places.cells - 1, size); }
  Tile tile_at(int index) const {
    const int inside = places.cells - 1, of_column = index % along(columns);
    const int of_row = index / along(columns) % along(rows);
    return {index / (along(columns) * along(rows)), 1 + of_column * columns,
            std::min(columns, inside - of_column * columns), RowRange(of_row, along(rows), inside)};
  }
  BandsAt<T> bands_at(const Tile& tile, int j) const {
    return {bands.numbers + (bands.row(tile.macro, j) + tile.first), bands.pitch()};
  }
  /// Reads row j of x at the places of a tile, and at the two places beside them.
  void read(const Tile& tile, int j, Row& of_x) const {
    const int last = tile.first + tile.count;
    const auto row = places.lattice_row(x, tile.macro, j);
    const int begin = std::max(tile.first - 1, 1), end = std::min(last, places.cells - 1);
    T* const to = of_x.at - (tile.first - 1);
    if (row.step == 1) std::copy(row.first + begin - 1, row.first + end, to + begin);
    else
      for (int i = begin; i <= end; ++i) to[i] = row(i);
    if (tile.first == 1) to[0] = places.at_end(x, tile.macro, 0, j);
    if (last == places.cells) to[last] = places.at_end(x, tile.macro, last, j);
  }
  static Beside beside(const Row& of_x, int k) {
    return {{load<V>(of_x.at + k), load<V>(of_x.at + k + 1), load<V>(of_x.at + k + 2)}};
  }
  void multiply_row(const Tile& tile, int j, const Row& own, const Row& above,
                    T* from_below) const {
    alignas(64) T sums[columns];
    const BandsAt<T> row = bands_at(tile, j);
    for (int k = 0; k < tile.count; k += pack) {
      const BandsAt<T> here = row.moved(k);
      const Beside of_own = beside(own, k);
      store(sums + k, load<V>(from_below + k) + here.product(of_own.of, beside(above, k).of), pack);
      store(from_below + k, here.for_above(of_own.of), pack);
    }
    const int n = places.row(tile.macro, j) + tile.first - 1;
    for (int k = 0; k < tile.count; ++k) finish(n + k, sums[k], finish.given(n + k));
  }
};

} // namespace isobar
