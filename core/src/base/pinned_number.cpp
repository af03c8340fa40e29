#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/pinned_number.hpp>

#include "base/process_wide.hpp"

#include <algorithm>
#include <deque>
#include <vector>

namespace isobar {
namespace {

/// The free slots, of which the longest free one is first. Each has a mark behind the last work that may write to it.
class PinnedSlots {
public:
  std::byte* take() {
    const Free first = longest_free();
    first.since
        .wait(); // without the lock: it sends a batch, which may hold the last copy of a number
    return first.slot;
  }
  void give_back(std::byte* slot) {
    const std::lock_guard lock(changing_);
    free_.push_back({slot, DeviceMark::here()});
  }
  void show() {
    const std::lock_guard lock(changing_);
    for (const Memory& memory : memory_)
      for (std::size_t n = 0; n < slots_at_once; ++n) {
        std::byte* const slot = memory.data() + n * stride;
        std::copy_n(slot, pinned_slot_bytes, host_side(slot));
      }
  }

private:
  struct Free {
    std::byte* slot;
    DeviceMark since;
  };
  using Memory = Kokkos::View<std::byte*, PinnedSpace>;
  static constexpr std::size_t slots_at_once = 1024;
  static constexpr std::size_t stride = (on_host ? 2 : 1) * pinned_slot_bytes; ///< with host_side

  Free longest_free() {
    const std::lock_guard lock(changing_);
    if (free_.empty()) add_slots();
    const Free first = free_.front();
    free_.pop_front();
    return first;
  }
  void add_slots() {
    memory_.emplace_back(Kokkos::view_alloc("isobar pinned numbers", Kokkos::WithoutInitializing),
                         slots_at_once * stride);
    for (std::size_t n = 0; n < slots_at_once; ++n)
      free_.push_back({memory_.back().data() + n * stride, DeviceMark()});
  }

  std::mutex changing_;
  std::vector<Memory> memory_;
  std::deque<Free> free_;
};

/// A number that outlives Kokkos keeps the slots alive.
struct ProcessSlots {
  std::shared_ptr<PinnedSlots> slots = std::make_shared<PinnedSlots>();
};

} // namespace

std::shared_ptr<std::byte> pinned_slot() {
  const std::shared_ptr<PinnedSlots> slots = process_wide<ProcessSlots>().slots;
  return {slots->take(), [slots](std::byte* slot) { slots->give_back(slot); }};
}

void show_pinned_numbers() { process_wide<ProcessSlots>().slots->show(); }

} // namespace isobar
