#pragma once
#include <isobar/comm/topology/column_blocks.hpp>
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/comm/topology/merge_pattern.hpp>

#include <array>
#include <vector>

namespace isobar {

/// Columns that a block of the caller's and a rank's own columns have in common.
struct SharedColumns {
  int block;           ///< among the blocks of the rank that has them
  ColumnBlock columns; ///< by their indices in the whole domain
  int row = 0;         ///< of the buffer, in which the first one stands; its first column is 0
};

/// What travels between the blocks of a caller and the columns that Isobar deals to ranks, seen by one rank. Columns that both
/// have do not travel. All others stand in two buffers, fields with x fastest: one beside the blocks, one beside the rank's own
/// columns. A rectangle takes whole rows of a buffer. Nothing here calls MPI.
class RedistributionPlan {
public:
  RedistributionPlan(const BlockMap& blocks, const Decomposition& decomposition, int rank, int nz);

  const std::vector<SharedColumns>& own() const { return own_; }
  /// In the buffer beside the blocks: what other ranks have of them.
  const std::vector<SharedColumns>& beside_blocks() const { return beside_blocks_; }
  /// In the other buffer: what this rank has of blocks of others; `block` is theirs.
  const std::vector<SharedColumns>& beside_columns() const { return beside_columns_; }
  /// Of the two buffers; empty without anything to hold.
  const FieldShape& shape_beside_blocks() const { return way_.others.shapes[0]; }
  const FieldShape& shape_beside_columns() const { return way_.others.shapes[1]; }
  /// From the first buffer to the second one, and back.
  std::array<MergeWay, 2> ways() const;

private:
  std::vector<SharedColumns> own_, beside_blocks_, beside_columns_;
  MergeWay way_; ///< there
};

/// The columns that Isobar deals to ranks, one block a rank.
BlockMap own_columns(const Decomposition& decomposition);

/// Whether each rank has one block, which holds its own columns and no others.
bool is_partition(const BlockMap& blocks, const Decomposition& decomposition);

/// The ranks in x and y, if blocks are those of such a grid, one a rank, ranks row by row; 0 x 0 if not.
ProcessGrid process_grid_of(const BlockMap& blocks);

} // namespace isobar
