#pragma once
#include <isobar/core/sparse/csr_rows.hpp>

#include <vector>

namespace isobar {

/// The rows of a matrix in groups. Rows of one group read nothing of each other, so that they are done at once, and one group is done after the
/// other. Columns beyond the rows, ghosts, bind nothing.
struct RowSchedule {
  std::vector<int> starts;                ///< of the groups, and behind them the number of rows
  Kokkos::View<int*, MemorySpace> rows{}; ///< group after group, ascending in each

  int groups() const { return int(starts.size()) - 1; }
  Int64 bytes() const { return Int64(rows.extent(0) * sizeof(int)); }
};

/// Level scheduling (Anderson and Saad, 1989): a row is in the first group behind those of all rows with smaller numbers that it has columns of.
/// So what is done is what one row after the other does, and how many groups there are is what the numbering makes of it. From the last
/// group to the first it is the same in the other direction, as the pattern is symmetric but for the zeros in columns of Dirichlet unknowns.
template <class T> RowSchedule schedule_by_levels(const CsrRows<T>& a);

/// Multicolour: a row has the first colour that no row with a smaller number has of which it has columns, and groups are
/// colours. There are few of them in each numbering.
template <class T> RowSchedule schedule_by_colours(const CsrRows<T>& a);

} // namespace isobar
