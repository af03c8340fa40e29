#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>

#include <concepts>

/// Functions that copy cells between two orders. One of them may have the layer and the other the
/// column fastest.
namespace isobar {

/// Rows in host order, the first of which is j = first.
struct HostRows {
  static constexpr bool layer_fastest = true;
  double* data;
  int nx, nz, first;
  KOKKOS_FUNCTION double& at(int i, int k, int j) const {
    return data[(Int64(j - first) * nx + i) * nz + k];
  }
  KOKKOS_FUNCTION double get(int i, int k, int j) const { return at(i, k, j); }
  KOKKOS_FUNCTION void put(int i, int k, int j, double value) const { at(i, k, j) = value; }
};

template <class View> HostRows rows_of(const View& view, int first) {
  return {view.data(), int(view.extent(1)), int(view.extent(2)), first};
}

/// The number of columns along x, and of layers, that are transposed at a time. Both sides of a
/// host's tile of doubles stay in a first-level cache. A team reads and writes whole lines of its
/// tile.
inline constexpr int tile_side = on_host ? 16 : 32;

template <class Source, class Target>
KOKKOS_FORCEINLINE_FUNCTION void copy_cell(const Source& source, const Target& target, int i, int k,
                                           int j) {
  target.put(i, k, j, source.get(i, k, j));
}

/// Computes target = source on rows first .. first + rows - 1, tile by tile. It only copies if both
/// have the layer fastest; a host's tile then has whole columns.
template <class Source, class Target> struct Transpose {
  static constexpr bool copies = Source::layer_fastest && Target::layer_fastest;
  // The pitch puts a column of the tile in different banks.
  static constexpr int threads = 256, pitch = tile_side + 1;
  static constexpr std::size_t scratch_bytes = copies ? 0 : sizeof(double) * tile_side * pitch;

  Source source;
  Target target;
  int nx, nz, first, tiles_x, tiles_z;

  Transpose(const Source& from, const Target& to, int columns, int layers, int first_row)
      : source(from), target(to), nx(columns), nz(layers), first(first_row),
        tiles_x((columns + tile_side - 1) / tile_side),
        tiles_z((layers + tile_layers() - 1) / tile_layers()) {}

  void launch(const char* label, const ExecutionSpace& queue, int rows) const {
    const Int64 tiles = Int64(tiles_x) * tiles_z * rows;
    if constexpr (on_host) {
      using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;
      Kokkos::parallel_for(label, Range(queue, 0, tiles), *this);
    } else {
      TeamPolicy teams(queue, int(tiles), threads, 1);
      Kokkos::parallel_for(label, teams.set_scratch_size(0, Kokkos::PerTeam(int(scratch_bytes))),
                           *this);
    }
  }

  /// Copies a tile by a host's thread. Any order is fast within a tile that is in cache.
  template <std::integral N> KOKKOS_FUNCTION void operator()(N n) const {
    const Tile t(*this, n);
    if constexpr (copies) {
      for (int i = 0; i < t.nx; ++i)
        for (int k = 0; k < t.nz; ++k) copy_cell(source, target, t.i + i, t.k + k, t.j);
    } else {
      for (int k = 0; k < t.nz; ++k)
        for (int i = 0; i < t.nx; ++i) copy_cell(source, target, t.i + i, t.k + k, t.j);
    }
  }

  /// Copies a tile by a device's team. Neighbouring threads take neighbouring numbers, on both
  /// sides.
  template <class Team>
  requires(!std::integral<Team>) KOKKOS_FUNCTION void operator()(const Team& team) const {
    const Tile t(*this, team.league_rank());
    if constexpr (copies)
      return for_cells<true>(
          team, t, [&](int i, int k) { copy_cell(source, target, t.i + i, t.k + k, t.j); });
    double* s = static_cast<double*>(team.team_scratch(0).get_shmem(int(scratch_bytes)));
    for_cells<Source::layer_fastest>(
        team, t, [&](int i, int k) { s[k * pitch + i] = source.get(t.i + i, t.k + k, t.j); });
    team.team_barrier();
    for_cells<Target::layer_fastest>(
        team, t, [&](int i, int k) { target.put(t.i + i, t.k + k, t.j, s[k * pitch + i]); });
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION int tile_layers() const { return copies && on_host ? nz : tile_side; }

  /// Cells i .. i + nx - 1 and k .. k + nz - 1 in row j.
  struct Tile {
    int i, k, j, nx, nz;
    KOKKOS_FUNCTION Tile(const Transpose& all, Int64 n)
        : i(int(n / all.tiles_z % all.tiles_x) * tile_side),
          k(int(n % all.tiles_z) * all.tile_layers()),
          j(all.first + int(n / all.tiles_z / all.tiles_x)),
          nx(all.nx - i < tile_side ? all.nx - i : tile_side),
          nz(all.nz - k < all.tile_layers() ? all.nz - k : all.tile_layers()) {}
  };

  template <bool layer_fastest, class Team, class Use>
  KOKKOS_FUNCTION static void for_cells(const Team& team, const Tile& t, const Use& use) {
    const int lane = team.team_rank() % tile_side;
    ISOBAR_UNROLL
    for (int round = 0; round < tile_side * tile_side / threads; ++round) {
      const int line = team.team_rank() / tile_side + round * (threads / tile_side);
      const int i = layer_fastest ? line : lane, k = layer_fastest ? lane : line;
      if (i < t.nx && k < t.nz) use(i, k);
    }
  }
};

} // namespace isobar
