#include "transport/own_queue.hpp"

#include "transport/device_runtime.hpp"

#include <isobar/comm/mpi/mpi.hpp>

namespace isobar {

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)

namespace {

void check(device_runtime::Error error, const char* what) {
  const std::string problem = device_runtime::problem_of(error);
  if (!problem.empty()) throw EnvironmentError(std::string(what) + ": " + problem);
}

/// The second queue waits for what the first one was given.
void join(device_runtime::Event event, const ExecutionSpace& first, const ExecutionSpace& second) {
  check(device_runtime::record(event, device_runtime::stream_of(first)), "recording an event");
  check(device_runtime::wait(device_runtime::stream_of(second), event), "waiting for an event");
}

} // namespace

struct OwnQueue::Events {
  device_runtime::Event begin{}, end{};
  Events() {
    check(device_runtime::make(&begin), "making an event");
    check(device_runtime::make(&end), "making an event");
  }
  ~Events() {
    static_cast<void>(device_runtime::destroy(begin));
    static_cast<void>(device_runtime::destroy(end));
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;
};

OwnQueue::OwnQueue() : space_(two_queues()[1]), events_(std::make_shared<Events>()) {}
void OwnQueue::follow_default() const { join(events_->begin, ExecutionSpace(), space_); }
void OwnQueue::lead_default() const { join(events_->end, space_, ExecutionSpace()); }

#else

struct OwnQueue::Events {};
OwnQueue::OwnQueue() = default;
void OwnQueue::follow_default() const {}
void OwnQueue::lead_default() const {}

#endif

} // namespace isobar
