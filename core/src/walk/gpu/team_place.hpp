#pragma once
#include "walk/gpu/row_range.hpp"

/// The places of the threads of a team that marches along y, and the columns beside its tile.
namespace isobar {

/// The place of a thread: a lane of a tile of columns, a chunk of layers.
template <class Shape> struct ThreadPlace {
  int thread, lane, chunk;
  int first;  ///< column of the tile
  int i;      ///< own column; lanes beyond the rank's part all take its eastern halo,
  int column; ///< and the last column's geometry
  int k0;     ///< lowest own layer
  int active; ///< own layers that are stored: none for columns beyond the rank's part
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
  int k, i, lane; ///< lane: -1, or Shape::lanes
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
