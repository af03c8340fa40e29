#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/ghost_lists.hpp>

#include <memory>
#include <vector>

namespace isobar {

template <class T> class RankExchanges;

/// core's GhostRanks over MPI, by the transports of halos. Owned numbers are packed by their list, and what comes from a
/// neighbour lies behind each other among the ghosts. All buffers and requests are made on construction, on a
/// duplicate of the communicator. Must be destroyed before Kokkos and MPI.
template <class T> class RankGhosts final : public GhostRanks<T> {
public:
  /// Collective. This rank's numbers of each level, the finest first; they are not kept. Throws as ghost_lists() and as
  /// MpiCommunicators.
  RankGhosts(const MpiComm& comm, const std::vector<const DealtNumbers*>& levels,
             const TransportPlan& transports);
  ~RankGhosts() override;

  /// Exchanges of vectors that are not of this level are refused with std::logic_error.
  Ghosts<T>& on(int level) override;
  /// By one MPI_Allreduce, in place.
  void sum(std::span<double> values) override;
  void max(std::span<double> values) override;
  bool alone() const override;
  /// Throws EnvironmentError if ghosts of another rank have not come. For when the device has finished; sum() does it too.
  void check() const;

  /// Who gets what on a level.
  const GhostLists& lists(int level) const { return lists_.at(std::size_t(level)); }
  /// What construction has allocated, in numbers of this rank.
  BufferBytes bytes() const { return bytes_; }

private:
  class LevelGhosts;

  std::vector<GhostLists> lists_;
  BufferBytes bytes_;
  std::unique_ptr<RankExchanges<T>> exchanges_;
  std::vector<std::unique_ptr<LevelGhosts>> levels_;
};

extern template class RankGhosts<float>;
extern template class RankGhosts<double>;

} // namespace isobar
