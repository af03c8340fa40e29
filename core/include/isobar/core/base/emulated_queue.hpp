#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// A device's queue on a host, for tests. Memory of a host is one, and its kernels are over when their launch returns, so that it never sees
/// what a device makes of wrong order. While this is on,
/// - small copies to the device (to_device) go through CopyBatch and StagingRing, and kernels that are launched before them read old numbers,
/// - the host sees what kernels write to a PinnedNumber when it has waited for the device,
/// - StagingRing refuses to use memory again that the device may not have read,
/// - copies of a device's numbers on the host are memory of their own (host_mirror).
/// Not emulated are recordings (LaunchGraph), other queues than the default one, and kernels that run while the host goes on.
///
/// Programs leave it off. On a device it is never on.
class EmulatedQueue {
public:
  /// For the whole process, before the first solver is made.
  static void switch_on() { is_on_ = on_host; }
  static bool is_on() {
    if constexpr (on_host) return is_on_;
    else return false;
  }

private:
  static inline bool is_on_ = false;
};

/// Whether numbers go to the device by a queue, and are there only once that has come so far.
inline bool uses_queue() { return !on_host || EmulatedQueue::is_on(); }

/// A copy on the host of a View of the device; on a host the same memory, unless a queue is emulated.
template <class View> typename View::HostMirror host_mirror(const View& view) {
  if (EmulatedQueue::is_on()) return Kokkos::create_mirror(view);
  return Kokkos::create_mirror_view(view);
}

} // namespace isobar
