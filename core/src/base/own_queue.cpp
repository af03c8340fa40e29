#include <isobar/core/base/own_queue.hpp>

#include "base/gpu_events.hpp"

namespace isobar {

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)

namespace {

using gpu_events::check;

/// Makes the second queue wait for the present work of the first one.
void join(gpu_events::Event event, const ExecutionSpace& first, const ExecutionSpace& second) {
  check(gpu_events::record(event, stream_of(first)), "recording an event");
  check(gpu_events::wait(stream_of(second), event), "waiting for an event");
}

} // namespace

struct OwnQueue::Events {
  gpu_events::Event begin{}, end{};
  Events() {
    check(gpu_events::make(&begin), "making an event");
    check(gpu_events::make(&end), "making an event");
  }
  ~Events() {
    static_cast<void>(gpu_events::destroy(begin));
    static_cast<void>(gpu_events::destroy(end));
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;
};

OwnQueue::OwnQueue(int n)
    : space_(two_queues()[std::size_t(n)]), events_(std::make_shared<Events>()) {}
void OwnQueue::follow_default() const { join(events_->begin, ExecutionSpace(), space_); }
void OwnQueue::lead_default() const { join(events_->end, space_, ExecutionSpace()); }

#else

struct OwnQueue::Events {};
OwnQueue::OwnQueue(int) {}
void OwnQueue::follow_default() const {}
void OwnQueue::lead_default() const {}

#endif

} // namespace isobar
