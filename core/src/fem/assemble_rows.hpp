#pragma once
#include "sparse/ell_storage.hpp"

#include <isobar/core/sparse/csr_rows.hpp>

#include <stdexcept>
#include <string>

namespace isobar {

/// A row of a matrix while it is assembled. Columns that several elements may share are in front, where add() and set() look
/// for them. Columns of a single element come behind.
template <int Most> class RowBuffer {
public:
  /// Appends a column that the row does not have yet.
  KOKKOS_FORCEINLINE_FUNCTION void append(int column, double value) {
    columns_[end_] = column;
    values_[end_++] = value;
  }
  /// Adds to a column, or sets it. append() must not have brought this column.
  KOKKOS_FORCEINLINE_FUNCTION void add(int column, double value) {
    values_[shared(column)] += value;
  }
  KOKKOS_FORCEINLINE_FUNCTION void set(int column, double value) {
    values_[shared(column)] = value;
  }

  /// Adds to a column that the row already has, whichever function brought it.
  KOKKOS_FORCEINLINE_FUNCTION void add_to(int column, double value) {
    int n = begin_;
    while (columns_[n] != column) ++n;
    values_[n] += value;
  }

  KOKKOS_FORCEINLINE_FUNCTION int count() const { return end_ - begin_; }
  /// Calls use(place, column, value) for all entries, in any order. `place` is the number of smaller columns. A host compares
  /// many columns at once.
  template <class Use> KOKKOS_FORCEINLINE_FUNCTION void visit(const Use& use) const {
    for (int n = begin_; n < end_; n += lanes) {
      int places[lanes] = {};
      for (int m = begin_; m < end_; ++m)
        for (int lane = 0; lane < lanes; ++lane) places[lane] += columns_[m] < columns_[n + lane];
      const int block = end_ - n < lanes ? end_ - n : lanes;
      for (int lane = 0; lane < block; ++lane)
        use(places[lane], columns_[n + lane], values_[n + lane]);
    }
  }

private:
  static constexpr int lanes = on_host ? 16 : 1;

  KOKKOS_FORCEINLINE_FUNCTION int shared(int column) {
    for (int n = begin_; n < Most; ++n)
      if (columns_[n] == column) return n;
    columns_[--begin_] = column;
    values_[begin_] = 0.0;
    return begin_;
  }

  int begin_ = Most, end_ = Most;
  int columns_[2 * Most + lanes] = {};
  double values_[2 * Most];
};

/// Returns a matrix with its offsets, which follow from the lengths of its rows. Columns and values are not set yet. Rows
/// before `first` are left out.
template <class T, class Source> CsrRows<T> counted_rows(const Source& source, int first) {
  const Int64 rows = source.rows() - first;
  CsrRows<T> matrix;
  matrix.source_size = source.places();
  const auto unset = [](const char* label) {
    return Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing);
  };
  matrix.offsets = decltype(matrix.offsets)(unset("isobar row offsets"), std::size_t(rows) + 1);
  const auto offsets = matrix.offsets;
  Kokkos::parallel_for(
      "isobar/fem_count", AllRows(0, rows),
      KOKKOS_LAMBDA(Int64 n) { offsets(n) = source.length(first + int(n)); });
  Kokkos::Max<int> longest(matrix.longest);
  Kokkos::parallel_reduce(
      "isobar/fem_longest", AllRows(0, rows),
      KOKKOS_LAMBDA(Int64 n, int& most) { most = offsets(n) > most ? int(offsets(n)) : most; },
      longest);
  Kokkos::parallel_scan(
      "isobar/fem_offsets", AllRows(0, rows + 1), KOKKOS_LAMBDA(Int64 n, Int64 & sum, bool final) {
        const Int64 length = n < rows ? offsets(n) : 0;
        if (final) offsets(n) = sum;
        sum += length;
      });
  Int64 entries = 0;
  Kokkos::deep_copy(entries, Kokkos::subview(offsets, std::size_t(rows)));
  matrix.columns = decltype(matrix.columns)(unset("isobar row columns"), std::size_t(entries));
  matrix.values = decltype(matrix.values)(unset("isobar row values"), std::size_t(entries));
  return matrix;
}

/// Assembles a matrix row by row, each by one thread and without atomics, so that the same input gives the same bits.
/// `Source` has rows() and places(). Its length(n) counts the entries of row n, at most `most`, and row(n, buffer) puts them into a
/// buffer. Rows before `first` are left out. Throws std::logic_error if a row's length differs from length(n).
template <class T, class Source> CsrRows<T> assemble_rows(const Source& source, int first = 0) {
  using Buffer = RowBuffer<Source::most>;
  const CsrRows<T> matrix = counted_rows<T>(source, first);
  const Int64 rows = matrix.rows();
  const auto offsets = matrix.offsets;
  const auto columns = matrix.columns;
  const auto values = matrix.values;
  int others = 0;
  Kokkos::parallel_reduce(
      "isobar/fem_assemble", AllRows(0, rows),
      KOKKOS_LAMBDA(Int64 n, int& of_another_length) {
        Buffer buffer;
        source.row(first + int(n), buffer);
        const Int64 begin = offsets(n);
        if (buffer.count() != int(offsets(n + 1) - begin)) {
          ++of_another_length;
          return;
        }
        buffer.visit([&](int place, int column, double value) {
          columns(begin + place) = column;
          values(begin + place) = T(value);
        });
      },
      others);
  if (others > 0)
    throw std::logic_error(std::to_string(others) +
                           " rows have not as many entries as elements around an unknown have");
  return matrix;
}

} // namespace isobar
