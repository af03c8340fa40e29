#pragma once
#include <isobar/core/base/emulated_queue.hpp>

#include <cstddef>
#include <memory>

namespace isobar {

inline constexpr std::size_t pinned_slot_bytes = 64;
/// Returns bytes for one number in pinned memory. The process keeps this memory, because it takes
/// long to allocate, and reuses it only when the device is done with it.
std::shared_ptr<std::byte> pinned_slot();

/// Returns where the host finds what kernels wrote to a slot before its last wait. It is the slot
/// itself, unless a device's queue is emulated.
inline std::byte* host_side(std::byte* slot) {
  return EmulatedQueue::is_on() ? slot + pinned_slot_bytes : slot;
}
/// Brings the host's side of all slots up to date while a device's queue is emulated. Functions
/// that wait call it.
void show_pinned_numbers();

/// A number, or a small structure, that kernels write and the host reads in place. Copies share it.
template <class T> class PinnedNumber {
public:
  using View = Kokkos::View<T, PinnedSpace>; // it does not keep the number alive
  static_assert(sizeof(T) <= pinned_slot_bytes);

  PinnedNumber() = default; // no number
  explicit PinnedNumber(const T& value) : slot_(pinned_slot()) {
    *data() = value;
    *on_host_side() = value;
  }

  /// The number's address, for kernels.
  T* data() const { return reinterpret_cast<T*>(slot_.get()); }
  View view() const { return View(data()); }
  /// The number, for a host that has waited after kernels wrote it (wait_for_device, DeviceMark).
  const T& operator()() const { return *on_host_side(); }
  /// The number as it is now, for a host that has not waited and asks repeatedly.
  T so_far() const { return *data(); }

private:
  T* on_host_side() const { return reinterpret_cast<T*>(host_side(slot_.get())); }

  std::shared_ptr<std::byte> slot_;
};

} // namespace isobar
