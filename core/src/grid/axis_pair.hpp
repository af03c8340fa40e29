#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// An axis of a level, and of the finer level beneath it.
struct AxisPair {
  bool halved, periodic;
  int finer_first,
      finer_columns;  ///< first column of the finer mesh; columns of the whole finer level
  int first, columns; ///< first column of the coarser mesh; columns of the whole coarser level

  KOKKOS_FUNCTION int begin(int local) const {
    return (halved ? 2 * (first + local) : first + local) - finer_first;
  }
  /// Returns the number of children of a column. It is two along a halved axis, unless the last
  /// column has only one child, and one along others.
  KOKKOS_FUNCTION int children(int local) const {
    return halved && (periodic || 2 * (first + local) + 1 < finer_columns) ? 2 : 1;
  }
  /// Returns the resistance between the centres on both sides of an edge. In: `resistance`, the
  /// resistance between finer centres at an edge of the finer mesh.
  template <class Resistance>
  KOKKOS_FUNCTION double across(int local, const Resistance& resistance) const {
    const int edge = first + local;
    const bool last = edge == columns && !periodic;
    const int finer = last ? finer_columns - finer_first : begin(local);
    double sum = resistance(finer);
    if (!halved) return sum;
    if ((edge > 0 || periodic) && children(local - 1) == 2) sum += 0.5 * resistance(finer - 1);
    if (!last && children(local) == 2) sum += 0.5 * resistance(finer + 1);
    return sum;
  }
};

/// Returns the axes of a level's partition and of one of the finer level.
inline AxisPair x_pair(const Partition& coarse, const Partition& finer, bool periodic) {
  return {coarse.x_widths != finer.x_widths,
          periodic,
          finer.first_i,
          finer.global_nx,
          coarse.first_i,
          coarse.global_nx};
}
inline AxisPair y_pair(const Partition& coarse, const Partition& finer, bool periodic) {
  return {coarse.y_widths != finer.y_widths,
          periodic,
          finer.first_j,
          finer.global_ny,
          coarse.first_j,
          coarse.global_ny};
}

/// The columns of a level's partition and the finer columns beneath them, by the indices of both
/// partitions. Both partitions stack the sphere's patches.
struct LevelPair {
  AxisPair x, y;
  int stride = 0, finer_stride = 0; ///< strides from a patch to the next, in rows; 0: no patches

  LevelPair(const Partition& coarse, const Partition& finer, const Boundaries& b)
      : x(x_pair(coarse, finer, b.periodic_x())), y(y_pair(coarse, finer, b.periodic_y())) {
    if (!coarse.is_on_sphere()) return;
    x.halved = y.halved = x.periodic = y.periodic = true; // every column has two children
    stride = coarse.rows().stride;
    finer_stride = finer.rows().stride;
  }
  /// Returns the first row of the finer partition that row j covers. Its y.children(j) rows are
  /// consecutive.
  KOKKOS_FUNCTION int first_row(int j) const {
    return stride > 0 ? j / stride * finer_stride + 2 * (j % stride) : y.begin(j);
  }
};

} // namespace isobar
