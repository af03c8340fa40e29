#pragma once
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <memory>

namespace isobar {

/// A sequence of launches that a device takes as a whole: recorded once, replayed
/// from then on. It saves the host's time for each launch, which on small levels
/// exceeds the kernel's own. It is a CUDA graph. Elsewhere, and while a Kokkos
/// tool listens, which needs to see every kernel, run() simply calls the launches.
///
/// `launches()` may only launch, on the default instance of the device: no fence, no sum that
/// the host waits for, no allocation. A replay repeats the recording with its arguments.
/// Changes that `launches()` makes on the host happen when it is recorded or called.
class LaunchGraph {
public:
  /// Calls the launches first, because a kernel's first launch may do things that would spoil a recording;
  /// then records them. Call it once, at setup, before run(): it allocates. Does nothing on a host.
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
  /// Call it after the launches' arguments have changed, and after the kernels that compute new
  /// ones. The next run records the launches again, while the device is busy with earlier launches.
  void outdate() {
    if constexpr (records_launches) {
      outdated_ = true;
      changed_ = DeviceMark::here();
    }
  }
  /// Returns before the device has finished. While a Kokkos tool listens, it calls the
  /// launches and drops the recording: the launches may have swapped fields on the host,
  /// and a replay would use the wrong ones. The next run without a tool records again.
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
  /// The caller waits first: a recording fails if one of its launches waits for a number from the device (LaunchPlan::march).
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
  DeviceMark changed_; ///< behind the launches that changed the arguments
};

} // namespace isobar
