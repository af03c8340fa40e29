#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/pinned_number.hpp>

#include <atomic>

namespace isobar {
namespace {

/// Counts marks and waits in the order in which they began. A wait does not cover what other threads launch after it began.
std::atomic<Int64> last_place{0};
std::atomic<Int64> last_wait{-1}; ///< place of the last finished wait

} // namespace

DeviceMark DeviceMark::here() { return DeviceMark(++last_place); }

bool DeviceMark::passed() const { return place_ == 0 || last_wait > place_; }

void DeviceMark::wait() const {
  if (!passed()) wait_for_device();
}

void wait_for_device() {
  CopyBatch::send();
  const Int64 place = ++last_place;
  ExecutionSpace().fence();
  if (EmulatedQueue::is_on()) show_pinned_numbers();
  Int64 before = last_wait;
  while (before < place && !last_wait.compare_exchange_weak(before, place)) {
  }
}

} // namespace isobar
