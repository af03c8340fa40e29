#pragma once
#include <isobar/comm/topology/column_blocks.hpp>
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/comm/topology/merge_pattern.hpp>

#include <array>
#include <vector>

namespace isobar {

/// Columns that a caller's block and a rank's own columns have in common.
struct SharedColumns {
  int block;           ///< its index on the rank that has it
  ColumnBlock columns; ///< by their indices in the whole domain
  int row = 0;         ///< of the buffer, with the first column; the buffer's columns begin at 0
};

/// One rank's view of what travels between a caller's blocks and the columns that Isobar
/// distributes over ranks. Columns that a rank has in both do not travel. All others are
/// in two buffers, which are fields with x fastest: one for the blocks, one for the
/// rank's own columns. A rectangle takes whole rows of a buffer. Nothing here calls MPI.
class RedistributionPlan {
public:
  RedistributionPlan(const BlockMap& blocks, const Decomposition& decomposition, int rank, int nz);

  const std::vector<SharedColumns>& own() const { return own_; }
  /// Rectangles in the buffer beside the blocks: columns of the blocks that other ranks own.
  const std::vector<SharedColumns>& beside_blocks() const { return beside_blocks_; }
  /// Rectangles in the other buffer: columns of this rank in other ranks' blocks; `block` is
  /// theirs.
  const std::vector<SharedColumns>& beside_columns() const { return beside_columns_; }
  /// The shapes of the two buffers; empty if they hold nothing.
  const FieldShape& shape_beside_blocks() const { return way_.others.shapes[0]; }
  const FieldShape& shape_beside_columns() const { return way_.others.shapes[1]; }
  /// The patterns from the first buffer to the second one, and back.
  std::array<MergeWay, 2> ways() const;

private:
  std::vector<SharedColumns> own_, beside_blocks_, beside_columns_;
  MergeWay way_; ///< the pattern from the first to the second
};

/// The columns that Isobar distributes over ranks, as one block a rank.
BlockMap own_columns(const Decomposition& decomposition);

/// Whether each rank has one block, and it holds exactly the rank's own columns.
bool is_partition(const BlockMap& blocks, const Decomposition& decomposition);

/// The process grid whose blocks these are, one a rank, with
/// ranks row by row; 0 x 0 if there is none.
ProcessGrid process_grid_of(const BlockMap& blocks);

} // namespace isobar
