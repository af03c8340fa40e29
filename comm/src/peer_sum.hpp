#pragma once
#include "system_flags.hpp"

#include <isobar/comm/peer_memory.hpp>
#include <isobar/core/kernels/cg_state.hpp>

namespace isobar {

/// What one rank leaves with another, and where those of a rank are.
struct PeerSlot {
  Sums values[2];
  Epoch arrived;
};
struct PeerSlots {
  PeerSlot* from; ///< by rank
};

/// Sums over the ranks of one host by stores into each other's memory: every rank puts its values and a
/// flag before all others, waits for theirs and adds them in the order of the ranks, so that all get the
/// same bits. One launch. Two sets of slots take turns, which spares an acknowledgement (peer_kernels.hpp).
class PeerSum {
public:
  /// Collective. Throws EnvironmentError if the ranks cannot share memory.
  PeerSum(const MpiComm& host, Int64 most_looks);
  /// Adds up the state's sums in place, in device memory, and takes the step. Only launches.
  void enqueue(CgState* state, CgStep step) const;
  /// Throws EnvironmentError if a rank's values have not come. For when the device has finished.
  void check() const;

private:
  int rank_;
  Int64 most_looks_;
  PeerMemory memory_;
  Kokkos::View<PeerSlots*, MemorySpace> slots_; ///< of all ranks
  Kokkos::View<Epoch, MemorySpace> done_;
  Kokkos::View<int, PinnedSpace> missing_; ///< a rank that has not come; below 0: none
};

} // namespace isobar
