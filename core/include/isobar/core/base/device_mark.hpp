#pragma once
#include <isobar/core/base/types.hpp>

/// Marks in the work of the device. On a GPU, the host's waits for the device make up the cost of a
/// setup and of an update. A mark tells whether the device has come so far. One wait passes all
/// marks that were set before it.
namespace isobar {

/// A place in the order of the work of the device's default instance.
class DeviceMark {
public:
  /// Makes a mark before all work, which has been passed.
  DeviceMark() = default;
  /// Sets a mark after all that this thread has launched.
  static DeviceMark here();

  /// Whether the host has waited since the mark was set.
  bool passed() const;
  /// Waits for the device unless the host has waited since the mark was set.
  void wait() const;

private:
  explicit DeviceMark(Int64 place) : place_(place) {}
  Int64 place_ = 0;
};

/// Waits for all work of the default instance, and passes all marks. First sends what this thread
/// has gathered (CopyBatch).
void wait_for_device();

} // namespace isobar
