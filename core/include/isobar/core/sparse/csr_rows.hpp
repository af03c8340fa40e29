#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>

/// The rows of a sparse matrix as an assembly leaves them in device memory, from which every format is
/// filled (sparse_matrix.hpp).
namespace isobar {

/// Compressed sparse rows. Columns ascend in each row. Copies share the data.
template <class T> struct CsrRows {
  int source_size = 0; ///< columns of the matrix: the numbers of x
  Kokkos::View<Int64*, MemorySpace>
      offsets{}; ///< where rows begin, and behind them how many entries there are
  Kokkos::View<int*, MemorySpace> columns{};
  Kokkos::View<T*, MemorySpace> values{};
  int longest = 0; ///< entries of the longest row

  /// What every source of rows offers: how many there are, how many entries the longest has, how many numbers x has, and
  /// the entries of one.
  Int64 rows() const { return Int64(offsets.extent(0)) - 1; }
  int width() const { return longest; }
  Int64 places() const { return source_size; }
  Int64 entries() const { return Int64(columns.extent(0)); }
  /// entry(column, value) for each entry of row n, columns ascending.
  template <class Entry> KOKKOS_FUNCTION void visit(Int64 n, const Entry& entry) const {
    for (Int64 at = offsets(n); at < offsets(n + 1); ++at) entry(Int64(columns(at)), values(at));
  }
};

/// The same matrix in other numbers, with the same offsets and columns.
template <class To, class From> CsrRows<To> in_numbers(const CsrRows<From>& from) {
  CsrRows<To> to{from.source_size, from.offsets, from.columns, {}, from.longest};
  to.values = decltype(to.values)(
      Kokkos::view_alloc("isobar row values", Kokkos::WithoutInitializing), from.values.extent(0));
  Kokkos::deep_copy(to.values, from.values);
  return to;
}

} // namespace isobar
