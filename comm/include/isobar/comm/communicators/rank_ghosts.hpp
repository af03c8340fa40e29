#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/ghost_lists.hpp>

#include <memory>
#include <vector>

namespace isobar {

template <class T> class RankExchanges;

/// Implements core's GhostRanks over MPI, with the transports of halos. A list says which owned
/// numbers to pack; the numbers from one neighbour are contiguous among the ghosts. Construction
/// makes all buffers and requests, on a duplicate of the communicator. Must be destroyed before
/// Kokkos and MPI.
template <class T> class RankGhosts final : public GhostRanks<T> {
public:
  /// Collective. `levels`: this rank's numbers on each level, the finest first; the object
  /// does not refer to them later. Throws what ghost_lists() and MpiCommunicators throw.
  RankGhosts(const MpiComm& comm, const std::vector<const DistributedNumbers*>& levels,
             const TransportPlan& transports);
  ~RankGhosts() override;

  /// Returns the exchange of a level. It refuses a vector that does not belong to this level
  /// (std::logic_error).
  Ghosts<T>& on(int level) override;
  /// One MPI_Allreduce, in place.
  void sum(std::span<double> values) override;
  void max(std::span<double> values) override;
  bool alone() const override;
  /// Throws EnvironmentError if another rank's ghosts have not arrived. Call it when the device has
  /// finished; sum() calls it, too.
  void check() const;

  /// The numbers that each rank sends and receives on a level.
  const GhostLists& lists(int level) const { return lists_.at(std::size_t(level)); }
  /// The memory that construction has allocated on this rank.
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
