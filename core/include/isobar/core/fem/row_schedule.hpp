#pragma once
#include <isobar/core/sparse/csr_rows.hpp>

#include <vector>

namespace isobar {

/// The rows of a matrix in groups. Rows of one group do not read each other, so they are computed
/// at once. Groups follow one another. Columns of ghosts, which are behind those of the rows, do
/// not matter.
struct RowSchedule {
  std::vector<int> starts;                ///< first row of each group, then the number of rows
  Kokkos::View<int*, MemorySpace> rows{}; ///< rows of all groups in turn, ascending in each

  int groups() const { return int(starts.size()) - 1; }
  Int64 bytes() const { return Int64(rows.extent(0) * sizeof(int)); }
};

/// Returns a schedule by levels (Anderson and Saad, 1989). A row is in the first group behind those
/// of all rows with smaller numbers for which it has columns. So the result is that of one row
/// after the other. The number of groups depends on the numbering. From the last group to the first
/// the same holds, as the pattern is symmetric but for zeros in columns of Dirichlet unknowns.
template <class T> RowSchedule schedule_by_levels(const CsrRows<T>& a);

/// Returns a schedule by colours, which are the groups. A row has the first colour that it does
/// not find in any of its columns with a smaller number. There are few colours in any numbering.
template <class T> RowSchedule schedule_by_colours(const CsrRows<T>& a);

} // namespace isobar
