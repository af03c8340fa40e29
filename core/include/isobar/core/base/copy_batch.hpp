#pragma once
#include <cstddef>
#include <functional>

namespace isobar {

/// Gathers the small copies of this thread to the device (to_device), and what is launched to read them, until send(): then one kernel
/// takes all numbers there, and the launches follow in their order. An update has some twenty such copies, and each costs the host a call
/// of the driver.
///
/// While one exists, a kernel that reads numbers of it is launched through launch(), or behind send(). A wait for the device
/// (wait_for_device) sends first.
class CopyBatch {
public:
  CopyBatch();
  CopyBatch(const CopyBatch&) = delete;
  CopyBatch& operator=(const CopyBatch&) = delete;
  /// Of batches within each other the outermost one drops what was not sent: an exception is under way.
  ~CopyBatch();

  /// Keeps a copy of the bytes for the next send(). False, and nothing is kept, where this thread has no batch, for more than the process's
  /// StagingRing takes at once, and where bytes or place are no whole words of four bytes.
  static bool take(const void* from, std::size_t bytes, void* to);
  /// Calls `launch`, which only launches kernels, with the next send(), behind the copies; at once where this thread has no batch.
  static void launch(std::function<void()> launch);
  /// Sends what this thread has gathered. The batch goes on.
  static void send();
};

} // namespace isobar
