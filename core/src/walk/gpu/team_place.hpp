#pragma once
#include "walk/gpu/row_range.hpp"

/// The places of the threads of a team that marches along y, and the columns beside its tile.
namespace isobar {

/// The place of a thread: its lane in a tile of columns, and its chunk of layers.
template <class Shape> struct ThreadPlace {
  int thread, lane, chunk;
  int first;  ///< first column of the tile
  int i;      ///< own column; lanes beyond the rank's part all take its eastern halo column
  int column; ///< own column of the grid's numbers; lanes beyond the rank's part take the last one
  int k0;     ///< lowest own layer
  int active; ///< number of own layers to store: 0 or less above the top, 0 beyond the rank's part
  int nz;
  KOKKOS_FORCEINLINE_FUNCTION ThreadPlace(int rank, int tile, int nx, int nz)
      : thread(rank), lane(rank % Shape::lanes), chunk(chunk_of_thread<Shape::lanes>(rank)),
        first(tile * Shape::lanes), i(first + lane < nx ? first + lane : nx),
        column(i < nx ? i : nx - 1), k0(chunk * Shape::layers),
        active(first + lane < nx ? nz - k0 : 0), nz(nz) {}
};

/// The two columns beside a tile, distributed over the team's threads by layer.
template <class Shape> struct TileSide {
  static constexpr int height = Shape::chunks * Shape::layers;
  static constexpr int turns = (2 * height + Shape::threads - 1) / Shape::threads;
  int k, i, lane; ///< lane is -1 in the west and Shape::lanes in the east
  bool valid;
  KOKKOS_FORCEINLINE_FUNCTION TileSide(const ThreadPlace<Shape>& place, int turn, int nx) {
    const int n = place.thread + turn * Shape::threads;
    const bool east = n >= height;
    const int beyond = place.first + Shape::lanes;
    k = east ? n - height : n;
    i = !east ? place.first - 1 : beyond < nx ? beyond : nx;
    lane = east ? Shape::lanes : -1;
    valid = k < place.nz && n < 2 * height;
  }
};

} // namespace isobar
