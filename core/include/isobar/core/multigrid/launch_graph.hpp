#pragma once
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/emulated_queue.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <memory>

namespace isobar {

/// A sequence of launches that is recorded once, and that a device then replays as a whole. A
/// replay saves the host's time for each launch, which on small levels exceeds the kernel's own
/// time. On NVIDIA GPUs it is a CUDA graph. On other machines run() simply calls the launches.
/// It also does so while a Kokkos tool listens, because the tool needs to see every kernel.
///
/// `launches()` may only launch, on the default instance of the device: no fence, no sum that
/// the host waits for, no allocation. A replay repeats the recording with its arguments.
/// Changes that `launches()` makes on the host happen when it is recorded or called.
class LaunchGraph {
public:
  /// Calls the launches, and then records them. A kernel's first launch may do things that would
  /// spoil a recording, so it must come before. Call this once, at setup, before run(): it
  /// allocates. A host does nothing, but one that emulates a device's queue calls the launches.
  template <class Launches> void record(const Launches& launches) {
    if (!records_launches && !EmulatedQueue::is_on()) return;
    CopyBatch::send(); // what the launches read
    launches();
    if constexpr (records_launches) {
      if (tool_listens()) return;
      wait_for_device();
      capture(launches);
    }
  }
  /// Marks the recording as old. Call it after the launches' arguments have changed, and after the
  /// kernels that compute new arguments. The next run records the launches again while the device
  /// works on earlier launches.
  void outdate() {
    if constexpr (records_launches) {
      outdated_ = true;
      changed_ = DeviceMark::here();
    }
  }
  /// Replays the launches, and returns before the device has finished. While a Kokkos tool
  /// listens, it calls the launches and drops the recording. They may have swapped fields on the
  /// host, and a replay would use the wrong ones. The next run without a tool records again.
  template <class Launches> void run(const Launches& launches) {
    if constexpr (records_launches) {
      if (!tool_listens()) {
        if (!graph_) wait_for_device();
        else if (outdated_) changed_.wait();
        if (!graph_ || outdated_) capture(launches);
        outdated_ = false;
        return replay();
      }
      graph_.reset();
    }
    launches();
  }

private:
  struct DestroyGraph {
    void operator()(void* graph) const;
  };
  /// Records the launches. The caller waits for the device first: a recording fails
  /// if one of its launches waits for a number from the device (LaunchPlan::march).
  template <class Launches> void capture(const Launches& launches) {
    begin_recording();
    try {
      launches();
    } catch (...) {
      abandon_recording();
      throw;
    }
    end_recording();
  }
  static bool tool_listens();
  static void begin_recording();
  void end_recording();
  bool takes_arguments_of(void* recorded);
  static void abandon_recording();
  void replay() const;

  std::unique_ptr<void, DestroyGraph> graph_;
  bool outdated_ = false;
  DeviceMark changed_; ///< place in the queue behind the launches that changed the arguments
};

} // namespace isobar
