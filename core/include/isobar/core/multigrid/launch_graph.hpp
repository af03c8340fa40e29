#pragma once
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <memory>

namespace isobar {

/// A sequence of launches that a device is given as a whole: recorded once, replayed from then on.
/// It spares the host the time that each launch takes, which on small levels is longer than the
/// kernel's own. A CUDA graph; elsewhere, and while a Kokkos tool listens, which wants to see every
/// kernel, run() simply calls the launches.
///
/// `launches()` may only launch, on the default instance of the device: no fence, no sum that the
/// host waits for, no allocation. What a replay does is what was recorded, arguments and all; what
/// the launches change on the host, they change when they are recorded or called.
class LaunchGraph {
public:
  /// Calls the launches, as what libraries do when a kernel is launched for the first time would spoil
  /// a recording, and records them. For setup, once, before run(): allocates. Nothing on a host.
  template <class Launches> void record(const Launches& launches) {
    if constexpr (records_launches) {
      CopyBatch::send(); // what the launches read
      launches();
      if (!tool_listens()) {
        wait_for_device();
        capture(launches);
      }
    }
  }
  /// For after the launches' arguments have changed. Kernels that compute new ones are launched before this call. The next run records
  /// the launches again: the host does so while the device is busy with what was launched before that run.
  void outdate() {
    if constexpr (records_launches) {
      outdated_ = true;
      changed_ = DeviceMark::here();
    }
  }
  /// Returns before the device has finished. While a Kokkos tool listens, it calls the launches and
  /// drops the recording: the launches may have swapped fields on the host, and a replay would then
  /// use the wrong ones. The next run without a tool records again.
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
  /// Callers wait first. A recording fails if one of its launches waits for a number from the device (LaunchPlan::march).
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
  DeviceMark changed_; ///< behind what has changed the arguments
};

} // namespace isobar
