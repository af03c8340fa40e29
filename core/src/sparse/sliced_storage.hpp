#pragma once
#include "sparse/ell_storage.hpp"

namespace isobar {

/// The rows of a slice: as many as the threads of a GPU that run in step.
inline constexpr int slice_rows = lanes_in_step;

/// The arrays of sliced ELLPACK that a product reads. Entry e of row n is at starts[n / slice_rows] + e * slice_rows + n %
/// slice_rows.
template <class T> struct SlicedRows {
  const Int64* starts;
  const T* values;
  const int* columns;
  const unsigned char* lengths;

  KOKKOS_FORCEINLINE_FUNCTION int length(Int64 n) const { return lengths[n]; }
  KOKKOS_FORCEINLINE_FUNCTION T sum(Int64 n, int length, const T* x) const {
    return sum_of_entries(values, columns, starts[n / slice_rows] + n % slice_rows, slice_rows,
                          length, x);
  }
};

/// A matrix in sliced ELLPACK, where the rows of a slice are padded to the longest of them (Monakov et al., 2010). Copies share
/// the matrix.
template <class T> class SlicedStorage {
public:
  template <class Rows> explicit SlicedStorage(const Rows& rows) {
    require_countable(rows.places(), rows.width());
    const Int64 count = rows.rows(), slices = (count + slice_rows - 1) / slice_rows;
    starts_ = decltype(starts_)("isobar slices", std::size_t(slices) + 1);
    lengths_ = decltype(lengths_)("isobar slice lengths", std::size_t(count));
    count_entries(rows);
    Int64 places = 0;
    Kokkos::deep_copy(places, Kokkos::subview(starts_, std::size_t(slices)));
    values_ = decltype(values_)("isobar slice values", std::size_t(places));
    columns_ = decltype(columns_)("isobar slice columns", std::size_t(places));
    fill(rows);
  }
  SlicedRows<T> rows() const {
    return {starts_.data(), values_.data(), columns_.data(), lengths_.data()};
  }
  Int64 bytes() const {
    return Int64(values_.extent(0)) * Int64(sizeof(T) + sizeof(int)) + Int64(lengths_.extent(0)) +
           Int64(starts_.extent(0) * sizeof(Int64));
  }

  /// Finds the lengths of the rows, and where each slice begins. It is public for nvcc, which takes no kernels from private
  /// functions.
  template <class Rows> void count_entries(const Rows& rows) const {
    const auto lengths = lengths_;
    const auto starts = starts_;
    const Int64 count = rows.rows(), slices = Int64(starts.extent(0)) - 1;
    Kokkos::parallel_for(
        "isobar/slice_lengths", AllRows(0, count), KOKKOS_LAMBDA(Int64 n) {
          int length = 0;
          rows.visit(n, [&](Int64, auto) { ++length; });
          lengths(n) = static_cast<unsigned char>(length);
        });
    Kokkos::parallel_scan(
        "isobar/slice_starts", AllRows(0, slices + 1),
        KOKKOS_LAMBDA(Int64 s, Int64 & sum, bool final) {
          if (final) starts(s) = sum;
          int longest = 0;
          for (Int64 n = s * slice_rows; n < (s + 1) * slice_rows && n < count; ++n)
            longest = lengths(n) > longest ? lengths(n) : longest;
          sum += Int64(longest) * slice_rows;
        });
  }
  template <class Rows> void fill(const Rows& rows) const {
    const auto starts = starts_;
    const auto columns = columns_;
    const auto values = values_;
    Kokkos::parallel_for(
        "isobar/slice_fill", AllRows(0, rows.rows()), KOKKOS_LAMBDA(Int64 n) {
          Int64 at = starts(n / slice_rows) + n % slice_rows;
          rows.visit(n, [&](Int64 place, auto value) {
            columns(at) = int(place);
            values(at) = value;
            at += slice_rows;
          });
        });
  }

private:
  Kokkos::View<Int64*, MemorySpace> starts_;
  Kokkos::View<T*, MemorySpace> values_;
  Kokkos::View<int*, MemorySpace> columns_;
  Kokkos::View<unsigned char*, MemorySpace> lengths_;
};

} // namespace isobar
