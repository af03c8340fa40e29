#pragma once
#include "transport/device_sum.hpp"
#include "transport/system_flags.hpp"

#include <isobar/comm/transport/peer_ranks.hpp>
#include <isobar/core/base/pinned_number.hpp>
#include <isobar/core/base/shared_block.hpp>

namespace isobar {

/// The numbers that one rank stores for another, and the slots of each rank.
struct PeerSlot {
  Sums values[2];
  Epoch arrived;
};
struct PeerSlots {
  PeerSlot* from; ///< by rank
};

/// Sums over the ranks of one host by stores into each other's memory. Each rank stores its values
/// and a flag at every other rank, and waits for theirs. It adds them in the order of the ranks, so
/// all get the same bits. One launch. Two sets of slots take turns, which spares an acknowledgement
/// (peer_kernels.hpp).
class PeerSum final : public DeviceSum {
public:
  /// All ranks share a host. Collective. Throws EnvironmentError if the ranks cannot share memory.
  PeerSum(PeerRanks& ranks, Int64 most_looks, PeerPlace place);
  void enqueue(CgState* state, CgStep step) const override;
  void check() const override;

private:
  int rank_;
  Int64 most_looks_;
  std::shared_ptr<const PeerMemory> memory_;
  BlockMemory block_ = memory_of_views();       ///< of the two below, if they share it with others
  Kokkos::View<PeerSlots*, MemorySpace> slots_; ///< of all ranks
  Kokkos::View<Epoch*, MemorySpace> done_;      ///< a single number
  PinnedNumber<int> missing_;                   ///< a rank that is missing; below 0: none
};

} // namespace isobar
