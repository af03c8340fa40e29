#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/core/grid/layer_counts.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace isobar {

class DeviceSum;
template <class T> class GatheredRhs;
template <class T> class RankExchanges;

/// core's Communicators over MPI for fields of T: one communicator for each level. All buffers and
/// requests are made on construction, on a duplicate of the communicator. Must be destroyed before
/// Kokkos and MPI.
template <class T> class MpiCommunicators final : public Communicators<T> {
public:
  /// Collective. `nz` says how many layers the fields have on each level; a single number means the
  /// same on all levels. All fields have one layout. With an overlap there is a level for each of its
  /// numbers, and the finest one, which may be more than are dealt to ranks (level_part.hpp). `first_level` is the index of the
  /// decomposition's finest level, where that is a coarse one of a larger hierarchy. `bundles`: numbers of fields of the finest
  /// level that exchange_together() takes at once. Throws MpiError, and DecompositionError if the
  /// decomposition is not this communicator's or a halo is larger than MPI can count.
  /// Throws EnvironmentError if peers are asked for and cannot share memory, or NCCL cannot start.
  MpiCommunicators(const MpiComm& comm, const Decomposition& decomposition, const LayerCounts& nz,
                   const TransportPlan& transports, Layout layout = Layout::x_fastest,
                   const Overlap& overlap = {}, int first_level = 0,
                   const std::vector<int>& bundles = {});
  ~MpiCommunicators() override;

  /// Its exchanges have halo depth 1 beside what the rank computes and leave halo cells outside the domain as they are,
  /// and other ranks' corners too if only edges were asked for; levels that the rank computes whole have no other ranks. Its sums are one MPI_Allreduce, in place, and where all ranks are peers or
  /// know each other through NCCL they may stay on the device. Throws std::invalid_argument if the decomposition has no such level.
  Communicator<T>& on(int level) override;

  /// As Communicator::check of any level.
  void check() const;
  /// What check() does, too, from now on: for exchanges that belong to the same solver.
  void check_also(std::function<void()> more);

  /// What construction allocates on the decomposition's rank, in either layout.
  static BufferBytes bytes(const Decomposition& decomposition, const LayerCounts& nz,
                           const TransportPlan& transports, const Overlap& overlap = {},
                           const std::vector<int>& bundles = {});

private:
  class LevelCommunicator;
  void connect_sums(const TransportPlan& transports);

  Periodic periodic_; ///< of the decomposition
  int first_level_;
  std::function<void()> check_more_;
  std::unique_ptr<RankExchanges<T>> exchanges_;
  std::unique_ptr<DeviceSum> device_sum_;
  std::unique_ptr<GatheredRhs<T>> gathered_;
  std::vector<std::unique_ptr<LevelCommunicator>> levels_;
};

extern template class MpiCommunicators<float>;
extern template class MpiCommunicators<double>;

} // namespace isobar
