#pragma once
#include <isobar/core/base/types.hpp>

namespace isobar {

/// The rectangle of columns that one rank owns on one level, in global column indices.
struct Partition {
  int global_nx = 0, global_ny = 0;
  int first_i = 0, first_j = 0; ///< global index of the first owned column
  int nx = 0, ny = 0;           ///< owned columns

  static Partition whole(int nx, int ny) { return {nx, ny, 0, 0, nx, ny}; }
  /// The same rectangle on the next coarser level. Requires every number to be even.
  Partition coarsened() const {
    return {global_nx / 2, global_ny / 2, first_i / 2, first_j / 2, nx / 2, ny / 2};
  }
  bool can_coarsen() const {
    return global_nx % 2 == 0 && global_ny % 2 == 0 && first_i % 2 == 0 && first_j % 2 == 0 &&
           nx % 2 == 0 && ny % 2 == 0;
  }
  bool at_west() const { return first_i == 0; }
  bool at_east() const { return first_i + nx == global_nx; }
  bool at_south() const { return first_j == 0; }
  bool at_north() const { return first_j + ny == global_ny; }
};

} // namespace isobar
