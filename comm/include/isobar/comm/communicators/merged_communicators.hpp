#pragma once
#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/comm/communicators/rank_merge.hpp>
#include <isobar/comm/topology/rank_stages.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// The communicators of a hierarchy whose coarse levels are merged, and the merges between levels.
/// Each level that this rank has gets one, on the ranks that have it. A rank without a level has no
/// communicator for it.
template <class T> class MergedCommunicators final : public Communicators<T> {
public:
  /// Collective. The first decomposition of `stages` is this rank's in `comm`.
  /// The other arguments and the errors are those of MpiCommunicators.
  MergedCommunicators(const MpiComm& comm, const RankStages& stages, const LayerCounts& nz,
                      TransportPlan transports, Layout layout = Layout::x_fastest,
                      const std::vector<int>& bundles = {});

  Communicator<T>& on(int level) override;
  Merge<T>& merge(int level) override;

  /// The memory that construction allocates on a rank, in either layout.
  static BufferBytes bytes(const RankStages& stages, int rank, const LayerCounts& nz,
                           const TransportPlan& transports, const std::vector<int>& bundles = {});

private:
  /// This rank's view of a stage behind a merge.
  struct Stage {
    int first;
    std::unique_ptr<RankMerge<T>> merge;
    std::unique_ptr<MpiCommunicators<T>> levels; ///< null if the rank waits
    std::unique_ptr<SelfCommunicators<T>> whole; ///< in place of `levels` if every rank has all
  };
  void add(const MpiComm& world, const RankStages& stages, int stage, const LayerCounts& nz,
           const TransportPlan& transports, Layout layout);
  void check() const;

  MpiCommunicators<T> front_;
  std::vector<Stage> stages_;
};

extern template class MergedCommunicators<float>;
extern template class MergedCommunicators<double>;

} // namespace isobar
