#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// Returns the index of column n in a direction with `count` columns. Beyond an end, it is a column at the other end if the
/// domain is periodic, and -1 otherwise.
KOKKOS_FORCEINLINE_FUNCTION int column_at(int n, int count, bool goes_around) {
  if (0 <= n && n < count) return n;
  return goes_around ? (n % count + count) % count : -1;
}

/// One axis of the columns that steps write. The grid has all columns of the domain. f has the columns of this part, and the
/// columns beside it that steps read. Columns count from the part's first one.
struct SweepAxis {
  int first, count; ///< of the part, in the domain
  int all;          ///< columns of the domain
  bool goes_around; ///< whether the domain is periodic
  bool has_all;     ///< whether the part has all columns; f then has none beside it
  int beside;       ///< columns of f on either side of the part, unless it has all

  /// Returns the index of column n in the grid. It is -1 beyond a side, and beyond the columns of f.
  KOKKOS_FORCEINLINE_FUNCTION int in_grid(int n) const {
    if (!has_all && (n < -beside || n >= count + beside)) return -1;
    return column_at(first + n, all, goes_around);
  }
  /// Returns the index in f of a column that is not beyond a side.
  KOKKOS_FORCEINLINE_FUNCTION int in_f(int n) const {
    return f_goes_around() ? column_at(n, count, true) : n;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool f_goes_around() const { return has_all && goes_around; }
  /// least() and beyond() return the first column and the end of a range: n, but no further than the domain's sides.
  KOKKOS_FORCEINLINE_FUNCTION int least(int n) const {
    return goes_around || n > -first ? n : -first;
  }
  KOKKOS_FORCEINLINE_FUNCTION int beyond(int n) const {
    return goes_around || n < all - first ? n : all - first;
  }
  /// Returns the end of the columns from n on that are adjacent in the grid and in f.
  KOKKOS_FORCEINLINE_FUNCTION int end_of_run(int n) const { return n + all - in_grid(n); }
  /// Returns whether column n, which f has in memory, is not beyond a side.
  KOKKOS_FORCEINLINE_FUNCTION bool is_inside(int n) const {
    return goes_around || (0 <= first + n && first + n < all);
  }
};

struct SweepPart {
  SweepAxis x, y;
  SweepPart(const Partition& p, int beside)
      : x{p.first_i, p.nx, p.global_nx, p.periodic.x, p.nx == p.global_nx, beside},
        y{p.first_j, p.ny, p.global_ny, p.periodic.y, p.ny == p.global_ny, beside} {}
};

} // namespace isobar
