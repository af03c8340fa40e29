#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// Emulates a device's queue on a host, for tests. A host has one memory, and its kernels end
/// before their launch returns, so a wrong order would do no harm there. While the emulation is on:
/// - Small copies to the device (to_device) go through CopyBatch and StagingRing. A kernel launched
///   before them reads old numbers.
/// - The host sees what kernels write to a PinnedNumber only after it has waited for the device.
/// - StagingRing refuses to reuse memory that the device may not have read.
/// - Copies of a device's numbers on the host have memory of their own (host_mirror).
/// - LaunchGraph calls at setup the launches that a device would record.
/// The emulation does not cover replays of recordings, queues besides the default one, and kernels
/// that run while the host goes on.
///
/// Programs leave the emulation off. It is never on if there is a device.
class EmulatedQueue {
public:
  /// Switches the emulation on for the whole process. Call it before the first solver is made.
  static void switch_on() { is_on_ = on_host; }
  static bool is_on() {
    if constexpr (on_host) return is_on_;
    else return false;
  }

private:
  static inline bool is_on_ = false;
};

/// Whether numbers go to the device through a queue, and arrive only when the queue has come so
/// far.
inline bool uses_queue() { return !on_host || EmulatedQueue::is_on(); }

/// Returns a View on the host of the same shape as a device's View. On a host it is the same
/// memory, unless a queue is emulated.
template <class View> typename View::HostMirror host_mirror(const View& view) {
  if (EmulatedQueue::is_on()) return Kokkos::create_mirror(view);
  return Kokkos::create_mirror_view(view);
}

} // namespace isobar
