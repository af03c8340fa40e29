#pragma once
#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// The axes that the next coarser level of nx x ny columns halves. Smoothing leaves errors that are
/// smooth in the direction of the stronger coupling, where columns are narrower. So a level halves
/// this axis alone until columns are about as wide as long. The domain is as wide as long, so mean
/// widths are as 1 / nx and 1 / ny. Above a ratio of 1.25, the cycles that this saves outweigh the
/// larger coarse levels (docs/robustness.md).
constexpr Coarsening next_coarsening(int nx, int ny) {
  return {4 * Int64(ny) <= 5 * Int64(nx), 4 * Int64(nx) <= 5 * Int64(ny)};
}
/// Whether next_coarsening() halves periodic directions only if they have an even number of
/// columns. With an odd number, the last column would have no partner but the first one.
constexpr bool keeps_periodic(int nx, int ny, Periodic periodic) {
  const Coarsening halved = next_coarsening(nx, ny);
  return !(periodic.x && halved.x && nx % 2 == 1) && !(periodic.y && halved.y && ny % 2 == 1);
}
/// The numbers of columns of a level along both axes.
struct LevelColumns {
  int nx, ny;
};
/// The columns of the level that is `times` levels coarser than one of nx x ny.
constexpr LevelColumns coarsened_columns(int nx, int ny, int times) {
  for (int n = 0; n < times; ++n) {
    const Coarsening halved = next_coarsening(nx, ny);
    if (halved.x) nx = coarsened_columns(nx);
    if (halved.y) ny = coarsened_columns(ny);
  }
  return {nx, ny};
}
/// A rank's columns of the next coarser level.
inline Partition next_coarser(const Partition& p) {
  return p.coarsened(next_coarsening(p.global_nx, p.global_ny));
}

} // namespace isobar
