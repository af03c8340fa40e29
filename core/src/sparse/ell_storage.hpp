#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>

#include <limits>
#include <stdexcept>
#include <string>

/// ELLPACK-R and sliced ELLPACK in memory. A source of rows has rows(),
/// places(), width() and visit(n, entry), like CsrRows.
namespace isobar {

using AllRows = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;

/// Throws std::length_error if indices of 32 bits cannot count `places`, or row lengths of 8 bits cannot count `width`.
inline void require_countable(Int64 places, int width) {
  if (places > std::numeric_limits<int>::max())
    throw std::length_error("a stored matrix of " + std::to_string(places) +
                            " columns is larger than its indices can count");
  if (width > std::numeric_limits<unsigned char>::max())
    throw std::length_error("a stored matrix has a row of " + std::to_string(width) +
                            " entries, ELLPACK takes up to 255");
}

/// Returns the sum over a row's entries, which lie `stride` apart.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T sum_of_entries(const T* values, const int* columns, Int64 first,
                                             Int64 stride, int length, const T* x) {
  T sum = T(0);
  Int64 at = first;
  for (int entry = 0; entry < length; ++entry, at += stride) sum += values[at] * x[columns[at]];
  return sum;
}

/// The arrays of ELLPACK-R that a product reads. Entry e of row n is at e * rows + n.
template <class T> struct EllRows {
  Int64 count;
  const T* values;
  const int* columns;
  const unsigned char* lengths;

  KOKKOS_FORCEINLINE_FUNCTION int length(Int64 n) const { return lengths[n]; }
  KOKKOS_FORCEINLINE_FUNCTION T sum(Int64 n, int length, const T* x) const {
    return sum_of_entries(values, columns, n, count, length, x);
  }
};

/// A matrix in ELLPACK-R, which also stores the length of each row (Vazquez et al., 2010). The entries e of all rows are
/// adjacent, so that neighbouring threads read neighbouring numbers. Copies share the matrix.
template <class T> class EllStorage {
public:
  template <class Rows> explicit EllStorage(const Rows& rows) {
    require_countable(rows.places(), rows.width());
    const auto count = std::size_t(rows.rows());
    values_ = decltype(values_)("isobar ell values", count, rows.width());
    columns_ = decltype(columns_)("isobar ell columns", count, rows.width());
    lengths_ = decltype(lengths_)("isobar ell lengths", count);
    fill(rows);
  }
  /// Stores other values in the same places.
  template <class Rows> void fill(const Rows& rows) const {
    const auto lengths = lengths_;
    const auto columns = columns_;
    const auto values = values_;
    Kokkos::parallel_for(
        "isobar/ell_fill", AllRows(0, rows.rows()), KOKKOS_LAMBDA(Int64 n) {
          int entry = 0;
          rows.visit(n, [&](Int64 place, auto value) {
            columns(n, entry) = int(place);
            values(n, entry++) = value;
          });
          lengths(n) = static_cast<unsigned char>(entry);
        });
  }
  EllRows<T> rows() const {
    return {Int64(lengths_.extent(0)), values_.data(), columns_.data(), lengths_.data()};
  }
  Int64 bytes() const { return bytes(Int64(lengths_.extent(0)), int(values_.extent(1))); }
  static Int64 bytes(Int64 rows, int width) {
    return rows * (width * Int64(sizeof(T) + sizeof(int)) + 1);
  }

private:
  Kokkos::View<T**, Kokkos::LayoutLeft, MemorySpace> values_;    ///< (row, entry)
  Kokkos::View<int**, Kokkos::LayoutLeft, MemorySpace> columns_; ///< (row, entry)
  Kokkos::View<unsigned char*, MemorySpace> lengths_;            ///< of the rows
};

} // namespace isobar
