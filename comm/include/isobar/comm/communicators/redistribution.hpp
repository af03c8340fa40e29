#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/redistribution_plan.hpp>
#include <isobar/core/field/strided_cells.hpp>

#include <memory>

namespace isobar {

template <class T> class FieldWays;

/// Makes the map of all ranks' blocks from each rank's own blocks. Collective. Throws what BlockMap
/// throws, on all ranks.
BlockMap gather_blocks(const MpiComm& comm, int nx, int ny, const std::vector<ColumnBlock>& own);

/// Moves numbers in double between the blocks of a caller and the columns that Isobar distributes
/// over ranks, with the transports of halos. The plan and both buffers are made once. Numbers that
/// stay on a rank pass through neither buffer. A number that changes ranks is read and written five
/// times: into the buffer, through the transport's own two, out of the other buffer.
///
/// All ranks must meet at least once in every two calls in one direction, because peers spare
/// acknowledgements (merge_pattern.hpp). The library's all-reduces at the beginning of each solve
/// do that.
class Redistribution {
public:
  /// Collective; `comm` is null on one rank. Throws what RankMerge throws.
  Redistribution(const MpiComm* comm, const BlockMap& blocks, const Decomposition& decomposition,
                 int nz, const TransportPlan& transports);
  ~Redistribution();
  Redistribution(const Redistribution&) = delete;
  Redistribution& operator=(const Redistribution&) = delete;

  const RedistributionPlan& plan() const { return plan_; }
  /// The n-th rectangle of plan().beside_blocks() in its buffer.
  StridedCells<double> beside_blocks(int n) const;
  /// The n-th rectangle of plan().beside_columns() in its buffer.
  StridedCells<double> beside_columns(int n) const;
  /// Moves the numbers from the buffer beside the blocks to the buffer beside the columns.
  /// Collective.
  void to_columns();
  /// Moves the numbers back. Collective.
  void to_blocks();
  /// See Communicator::check.
  void check() const;

  /// Bytes of the buffers on this rank, without the transports' own.
  Int64 bytes() const;

private:
  RedistributionPlan plan_;
  Field<double> beside_blocks_, beside_columns_; ///< empty if nothing travels
  std::unique_ptr<FieldWays<double>> ways_;
};

} // namespace isobar
