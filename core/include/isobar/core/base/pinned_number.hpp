#pragma once
#include <isobar/core/base/emulated_queue.hpp>

#include <cstddef>
#include <memory>

namespace isobar {

inline constexpr std::size_t pinned_slot_bytes = 64;
/// Bytes for one number in pinned memory, which the process keeps because it takes
/// long to allocate. They are reused only when the device is done with them.
std::shared_ptr<std::byte> pinned_slot();

/// Where the host finds what kernels wrote to a slot before its last wait: in the slot, unless a device's queue is emulated.
inline std::byte* host_side(std::byte* slot) {
  return EmulatedQueue::is_on() ? slot + pinned_slot_bytes : slot;
}
/// Brings the host's side of all slots up to date while a device's queue is emulated. Waits call it.
void show_pinned_numbers();

/// A number, or a small structure, that kernels write and the host reads in place. Copies share it.
template <class T> class PinnedNumber {
public:
  using View = Kokkos::View<T, PinnedSpace>; // does not keep the number alive
  static_assert(sizeof(T) <= pinned_slot_bytes);

  PinnedNumber() = default; // no number
  explicit PinnedNumber(const T& value) : slot_(pinned_slot()) {
    *data() = value;
    *on_host_side() = value;
  }

  /// For kernels.
  T* data() const { return reinterpret_cast<T*>(slot_.get()); }
  View view() const { return View(data()); }
  /// For a host that has waited after kernels wrote it (wait_for_device, DeviceMark).
  const T& operator()() const { return *on_host_side(); }
  /// For a host that has not waited and asks repeatedly: the number as it is now.
  T so_far() const { return *data(); }

private:
  T* on_host_side() const { return reinterpret_cast<T*>(host_side(slot_.get())); }

  std::shared_ptr<std::byte> slot_;
};

} // namespace isobar
