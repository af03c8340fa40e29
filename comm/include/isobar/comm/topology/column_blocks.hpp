#pragma once
#include <vector>

namespace isobar {

/// A rectangle of whole columns, by their indices in the whole domain. On
/// the sphere the panels' rows follow each other (Partition::in_host_order).
struct ColumnBlock {
  int first_i = 0, first_j = 0; ///< the column in the south-west
  int nx = 0, ny = 0;           ///< columns in x and y
  bool operator==(const ColumnBlock&) const = default;
  bool empty() const { return nx <= 0 || ny <= 0; }
};

/// The columns that two blocks have in common; empty if there are none.
ColumnBlock common_columns(const ColumnBlock& a, const ColumnBlock& b);

/// The blocks of all ranks. Each column of the domain is in exactly one
/// block. A rank may have several blocks, or none. Nothing here calls MPI.
class BlockMap {
public:
  /// `of_rank[r]`: the blocks of rank r. Throws std::invalid_argument if a block is empty or
  /// reaches beyond the domain, if blocks overlap, or if a column has no block. The line names
  /// ranks and columns.
  BlockMap(int nx, int ny, std::vector<std::vector<ColumnBlock>> of_rank);

  int ranks() const { return int(of_rank_.size()); }
  const std::vector<ColumnBlock>& of_rank(int rank) const { return of_rank_[std::size_t(rank)]; }
  /// The rank that has a column, or the edge at its west and south. Edges on the last sides belong
  /// to the last columns.
  int owner(int i, int j) const;

private:
  std::vector<std::vector<ColumnBlock>> of_rank_;
  std::vector<int> cuts_x_, cuts_y_; ///< where blocks begin, and the end of the domain
  std::vector<int> owners_;          ///< of the rectangles between cuts
};

} // namespace isobar
