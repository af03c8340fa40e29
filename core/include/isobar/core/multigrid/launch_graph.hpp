#pragma once
#include <isobar/core/base/copy_batch.hpp>
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
      if (!tool_listens()) capture(launches);
    }
  }
  /// Replaces the recording by one of the same launches with other arguments.
  template <class Launches> void record_again(const Launches& launches) {
    if constexpr (records_launches) {
      if (tool_listens()) graph_.reset(); // the next run records
      else capture(launches);
    }
  }
  /// Returns before the device has finished. While a Kokkos tool listens, it calls the launches and
  /// drops the recording: the launches may have swapped fields on the host, and a replay would then
  /// use the wrong ones. The next run without a tool records again.
  template <class Launches> void run(const Launches& launches) {
    if constexpr (records_launches) {
      if (!tool_listens()) {
        if (!graph_) capture(launches);
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
};

} // namespace isobar
