#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>

/// The rows of a sparse matrix in device memory. An assembly writes
/// them, and every format is filled from them (sparse_matrix.hpp).
namespace isobar {

/// Compressed sparse rows. Columns ascend in each row. Copies share the data.
template <class T> struct CsrRows {
  int source_size = 0; ///< number of columns of the matrix, which is the size of x
  Kokkos::View<Int64*, MemorySpace>
      offsets{}; ///< where rows begin; the last entry is the number of entries
  Kokkos::View<int*, MemorySpace> columns{};
  Kokkos::View<T*, MemorySpace> values{};
  int longest = 0; ///< entries of the longest row

  /// Every source of rows has rows(), places() and visit(): the number of rows, the number of
  /// entries of x, and the entries of a row. It also has width(), the number of entries of the
  /// longest row.
  Int64 rows() const { return Int64(offsets.extent(0)) - 1; }
  int width() const { return longest; }
  Int64 places() const { return source_size; }
  Int64 entries() const { return Int64(columns.extent(0)); }
  /// Calls entry(column, value) for each entry of row n, in ascending order of columns.
  template <class Entry> KOKKOS_FUNCTION void visit(Int64 n, const Entry& entry) const {
    for (Int64 at = offsets(n); at < offsets(n + 1); ++at) entry(Int64(columns(at)), values(at));
  }
};

/// Returns the same matrix in another type of numbers. Both share offsets and columns.
template <class To, class From> CsrRows<To> in_numbers(const CsrRows<From>& from) {
  CsrRows<To> to{from.source_size, from.offsets, from.columns, {}, from.longest};
  to.values = decltype(to.values)(
      Kokkos::view_alloc("isobar row values", Kokkos::WithoutInitializing), from.values.extent(0));
  Kokkos::deep_copy(to.values, from.values);
  return to;
}

} // namespace isobar
