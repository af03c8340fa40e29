#pragma once
#include <isobar/core/base/types.hpp>

/// Waits of the host for the device are what a setup and an update cost on a GPU. So whoever needs to know that the device has come so
/// far waits by a mark: one wait passes all marks that were set before it.
namespace isobar {

/// A place in the order of what the default instance of the device is given.
class DeviceMark {
public:
  /// In front of everything: it has been passed.
  DeviceMark() = default;
  /// Behind all that this thread has launched.
  static DeviceMark here();

  /// Whether the host has waited since.
  bool passed() const;
  /// Waits for the device unless the host has done so since.
  void wait() const;

private:
  explicit DeviceMark(Int64 place) : place_(place) {}
  Int64 place_ = 0;
};

/// Waits for all that the default instance was given, and passes all marks. What this thread has gathered (CopyBatch) is sent first.
void wait_for_device();

} // namespace isobar
