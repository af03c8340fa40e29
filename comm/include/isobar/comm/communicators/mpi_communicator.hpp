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

/// Implements core's Communicators over MPI for fields of T: one communicator
/// for each level. Construction makes all buffers and requests, on a
/// duplicate of the communicator. Must be destroyed before Kokkos and MPI.
template <class T> class MpiCommunicators final : public Communicators<T> {
public:
  /// Collective. `nz`: number of layers on each level; one number stands for all levels. All fields
  /// have one layout. With an overlap, its numbers and the finest level give the number of levels,
  /// which may exceed the decomposition's (level_part.hpp). The decomposition's finest level has
  /// index `first_level` in a larger hierarchy. `bundles`: numbers of fields of the finest level
  /// that exchange_together() takes at once. Throws MpiError if a call of MPI fails. Throws
  /// DecompositionError if the decomposition does not belong to this communicator or a halo is
  /// larger than MPI can count. Throws EnvironmentError if peers are asked for and cannot share
  /// memory, or if NCCL cannot start.
  MpiCommunicators(const MpiComm& comm, const Decomposition& decomposition, const LayerCounts& nz,
                   const TransportPlan& transports, Layout layout = Layout::x_fastest,
                   const Overlap& overlap = {}, int first_level = 0,
                   const std::vector<int>& bundles = {});
  ~MpiCommunicators() override;

  /// Exchanges fill a halo of depth 1 around the computed cells. They do not change
  /// cells outside the domain, nor corners if the caller asks for edges alone. Levels
  /// that the rank computes whole need no exchange. An all-reduce is one
  /// MPI_Allreduce, in place. It may stay on the device if all ranks are peers or
  /// share NCCL. Throws std::invalid_argument if the decomposition has no such level.
  Communicator<T>& on(int level) override;

  /// Does Communicator::check for all levels.
  void check() const;
  /// Makes check() also call `more`, for exchanges that belong to the same solver.
  void check_also(std::function<void()> more);

  /// The memory that construction allocates on the decomposition's rank, in either layout.
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
