#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/redistribution_plan.hpp>
#include <isobar/core/field/strided_cells.hpp>

#include <memory>

namespace isobar {

template <class T> class FieldWays;

/// The map of all ranks' blocks from each rank's own ones. Collective. Throws as BlockMap does, on all ranks.
BlockMap gather_blocks(const MpiComm& comm, int nx, int ny, const std::vector<ColumnBlock>& own);

/// Moves numbers in double between the blocks of a caller and the columns that Isobar deals to ranks, by the transports of halos. The
/// plan and both buffers are made once; what a rank has in common with itself passes through neither. A number that changes
/// ranks is read and written five times: into the buffer, through the transport's own two, out of the other buffer.
///
/// Between two calls in one direction all ranks meet at least once in every two of them, as peers spare acknowledgements
/// (merge_pattern.hpp): the library's sums over ranks at the beginning of each solve do that.
class Redistribution {
public:
  /// Collective; `comm` is null on one rank. Throws as RankMerge does.
  Redistribution(const MpiComm* comm, const BlockMap& blocks, const Decomposition& decomposition,
                 int nz, const TransportPlan& transports);
  ~Redistribution();
  Redistribution(const Redistribution&) = delete;
  Redistribution& operator=(const Redistribution&) = delete;

  const RedistributionPlan& plan() const { return plan_; }
  /// The n-th rectangle of plan().beside_blocks() or plan().beside_columns() in its buffer.
  StridedCells<double> beside_blocks(int n) const;
  StridedCells<double> beside_columns(int n) const;
  /// From the buffer beside the blocks to that beside columns, and back. Collective.
  void to_columns();
  void to_blocks();
  /// As Communicator::check.
  void check() const;

  /// Bytes of the buffers on this rank, the transports' aside.
  Int64 bytes() const;

private:
  RedistributionPlan plan_;
  Field<double> beside_blocks_, beside_columns_; ///< memory is empty where they hold nothing
  std::unique_ptr<FieldWays<double>> ways_;
};

} // namespace isobar
