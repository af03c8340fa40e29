#pragma once
#include "box/box_cells.hpp"

/// Sources of u for kernels with two smoothing steps. Indices are those of owned cells.
namespace isobar {

/// The indices along an axis of n cells, all of which this rank has. On a periodic axis, the n cells beyond an end are those of
/// the other end. All other cells beyond an end have no weight, and `inside` replaces them by a cell that exists.
struct WholeAxis {
  int n;
  bool around;
  KOKKOS_FORCEINLINE_FUNCTION int inside(int i) const {
    if (i >= 0 && i < n) return i;
    if (!around) return i < 0 ? 0 : n - 1;
    const int other = i < 0 ? i + n : i - n;
    return other >= 0 && other < n ? other : 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool exists(int i) const { return around || (i >= 0 && i < n); }
  static constexpr int first = 0; ///< index of cell 0 in the whole box
  /// Returns whether a neighbour computes the first step in row j: never.
  static constexpr KOKKOS_FORCEINLINE_FUNCTION bool given(int) { return false; }
};

/// Some of a rank's rows.
struct RowSpan {
  int first, count;
};

/// The rows of a rank that may have neighbours in the south and in the north. The halo holds the neighbours' nearest rows, in
/// which the neighbours compute the first step.
struct DistributedRows : WholeAxis {
  int first;
  bool south, north; ///< whether there is such a neighbour
  template <class A>
  explicit DistributedRows(const BoxGrid<A>& grid)
      : WholeAxis{grid.ny(), grid.partition().is_whole() && grid.spec().y.is_periodic()},
        first(grid.partition().first_j),
        south(!grid.partition().is_whole() && !grid.partition().at_south()),
        north(!grid.partition().is_whole() && !grid.partition().at_north()) {}
  KOKKOS_FORCEINLINE_FUNCTION bool given(int j) const {
    return (south && j == -1) || (north && j == n);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool exists(int j) const { return WholeAxis::exists(j) || given(j); }
  KOKKOS_FORCEINLINE_FUNCTION int inside(int j) const {
    return given(j) ? j : WholeAxis::inside(j);
  }
  /// Returns how many of the first and the last row have a neighbour; edge() returns their indices.
  int edges() const { return n == 1 ? int(south || north) : int(south) + int(north); }
  KOKKOS_FORCEINLINE_FUNCTION int edge(int number) const {
    return number == 0 && south ? 0 : n - 1;
  }
};

/// Reads u from memory.
template <class S> struct StoredBox {
  static constexpr bool zero = false;
  Cells<S> u;
  FieldStrides<Layout::x_fastest> strides;
  explicit StoredBox(const Field<S>& field) : u(field), strides(field) {}
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(int i, int k, int j) const {
    return load<V>(u.origin + strides.offset(i, k, j));
  }
};

/// Returns u = 0 and reads nothing.
struct ZeroBox {
  static constexpr bool zero = true;
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(int, int, int) const { return V(); }
};

} // namespace isobar
