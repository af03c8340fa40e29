#pragma once
#include <isobar/core/base/device_queues.hpp>

#include <memory>

namespace isobar {

/// A queue of the device besides the default one. On hosts it is the default queue.
class OwnQueue {
public:
  /// Takes number `n` of two_queues(). Throws std::runtime_error if the device has no events left.
  explicit OwnQueue(int n);
  const ExecutionSpace& space() const { return space_; }
  /// Makes later launches in this queue run after all that was launched in the default queue so
  /// far.
  void follow_default() const;
  /// Makes later launches in the default queue run after all that was launched in this one so far.
  void lead_default() const;

private:
  struct Events;
  ExecutionSpace space_;
  std::shared_ptr<Events> events_;
};

} // namespace isobar
