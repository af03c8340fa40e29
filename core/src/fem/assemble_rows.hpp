#pragma once
#include "matrix/ell_storage.hpp"

#include <isobar/core/matrix/csr_rows.hpp>

#include <string>

namespace isobar {

/// A row of a matrix while it is assembled: entries in ascending columns.
template <int Most> struct RowBuffer {
  int count = 0;
  int columns[Most];
  double values[Most];

  KOKKOS_FUNCTION void add(int column, double value) { values[entry(column)] += value; }
  KOKKOS_FUNCTION void set(int column, double value) { values[entry(column)] = value; }

private:
  /// The place of a column, which is made if the row has none.
  KOKKOS_FUNCTION int entry(int column) {
    int at = count;
    while (at > 0 && columns[at - 1] >= column) --at;
    if (at < count && columns[at] == column) return at;
    for (int n = count; n > at; --n) {
      columns[n] = columns[n - 1];
      values[n] = values[n - 1];
    }
    ++count;
    columns[at] = column;
    values[at] = 0.0;
    return at;
  }
};

/// Assembles a matrix row by row, each by one thread and without atomics, so that the same input gives the same bits.
/// `Source` has rows(), places(), `most` entries in a row, and row(n, buffer, with_values), which puts row n into a
/// buffer; without values their numbers do not matter. Rows before `first` are left out.
template <class T, class Source> CsrRows<T> assemble_rows(const Source& source, int first = 0) {
  using Buffer = RowBuffer<Source::most>;
  const Int64 rows = source.rows() - first;
  CsrRows<T> matrix;
  matrix.source_size = source.places();
  const auto unset = [](const char* label) {
    return Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing);
  };
  matrix.offsets = decltype(matrix.offsets)(unset("isobar row offsets"), std::size_t(rows) + 1);
  const auto offsets = matrix.offsets;
  Kokkos::parallel_for(
      "isobar/fem_count", AllRows(0, rows), KOKKOS_LAMBDA(Int64 n) {
        Buffer buffer;
        source.row(first + int(n), buffer, false);
        offsets(n) = buffer.count;
      });
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
  const auto columns = matrix.columns;
  const auto values = matrix.values;
  Kokkos::parallel_for(
      "isobar/fem_assemble", AllRows(0, rows), KOKKOS_LAMBDA(Int64 n) {
        Buffer buffer;
        source.row(first + int(n), buffer, true);
        const Int64 begin = offsets(n);
        for (int entry = 0; entry < buffer.count; ++entry) {
          columns(begin + entry) = buffer.columns[entry];
          values(begin + entry) = T(buffer.values[entry]);
        }
      });
  return matrix;
}

} // namespace isobar
