#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/pinned_number.hpp>

#include "base/kept.hpp"

#include <deque>
#include <vector>

namespace isobar {
namespace {

/// Slots that are free, the longest free first, with a mark behind what may still write to them.
class PinnedSlots {
public:
  std::byte* take() {
    const Free first = longest_free();
    first.since
        .wait(); // not under the lock: a wait sends a batch, which may hold a number's last copy
    return first.slot;
  }
  void give_back(std::byte* slot) {
    const std::lock_guard lock(changing_);
    free_.push_back({slot, DeviceMark::here()});
  }

private:
  struct Free {
    std::byte* slot;
    DeviceMark since;
  };
  using Memory = Kokkos::View<std::byte*, PinnedSpace>;
  static constexpr std::size_t slots_at_once = 1024;

  Free longest_free() {
    const std::lock_guard lock(changing_);
    if (free_.empty()) add_slots();
    const Free first = free_.front();
    free_.pop_front();
    return first;
  }
  void add_slots() {
    memory_.emplace_back(Kokkos::view_alloc("isobar pinned numbers", Kokkos::WithoutInitializing),
                         slots_at_once * pinned_slot_bytes);
    for (std::size_t n = 0; n < slots_at_once; ++n)
      free_.push_back({memory_.back().data() + n * pinned_slot_bytes, DeviceMark()});
  }

  std::mutex changing_;
  std::vector<Memory> memory_;
  std::deque<Free> free_;
};

/// A number that outlives Kokkos keeps them.
struct ProcessSlots {
  std::shared_ptr<PinnedSlots> slots = std::make_shared<PinnedSlots>();
};

} // namespace

std::shared_ptr<std::byte> pinned_slot() {
  const std::shared_ptr<PinnedSlots> slots = kept<ProcessSlots>().slots;
  return {slots->take(), [slots](std::byte* slot) { slots->give_back(slot); }};
}

} // namespace isobar
