#pragma once
#include <isobar/core/base/device_queues.hpp>

#include <memory>

namespace isobar {

/// A queue of the device beside the default one. On hosts it is the default one.
class OwnQueue {
public:
  /// Number `n` of two_queues(). Throws std::runtime_error if the device has no events left.
  explicit OwnQueue(int n);
  const ExecutionSpace& space() const { return space_; }
  /// What is launched here from now on runs after all that the default queue was given.
  void follow_default() const;
  /// What the default queue is given from now on runs after all that was launched here.
  void lead_default() const;

private:
  struct Events;
  ExecutionSpace space_;
  std::shared_ptr<Events> events_;
};

} // namespace isobar
