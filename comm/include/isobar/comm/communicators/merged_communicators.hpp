#pragma once
#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/comm/communicators/rank_merge.hpp>
#include <isobar/comm/topology/rank_stages.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// The communicators of a hierarchy whose coarse levels are merged: of the levels that this rank has, each on the
/// ranks that have it, and the merges between them. Ranks without a level have no communicator of it.
template <class T> class MergedCommunicators final : public Communicators<T> {
public:
  /// Collective. The stages' first decomposition is this rank's of the communicator. `nz`, transports, layout and bundles as those of
  /// MpiCommunicators; it throws as those do.
  MergedCommunicators(const MpiComm& comm, const RankStages& stages, const LayerCounts& nz,
                      TransportPlan transports, Layout layout = Layout::x_fastest,
                      const std::vector<int>& bundles = {});

  Communicator<T>& on(int level) override;
  Merge<T>& merge(int level) override;

  /// What construction allocates on a rank, in either layout.
  static BufferBytes bytes(const RankStages& stages, int rank, const LayerCounts& nz,
                           const TransportPlan& transports, const std::vector<int>& bundles = {});

private:
  /// What a rank has of one behind its merge.
  struct Stage {
    int first;
    std::unique_ptr<RankMerge<T>> merge;
    std::unique_ptr<MpiCommunicators<T>> levels; ///< null where the rank waits
    std::unique_ptr<SelfCommunicators<T>> whole; ///< in place of those, where every rank has all
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
