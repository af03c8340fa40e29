#pragma once
#include <cstddef>
#include <functional>
#include <type_traits>

namespace isobar {

/// Gathers the small copies of a thread to the device (to_device), and the launches that read them: one kernel takes all numbers there,
/// and the launches follow in their order. An update has some twenty such copies, and each costs the host a call of the driver.
///
/// Until the numbers are sent, kernels read the old ones. So a kernel that reads numbers of a batch is launched through launch(), or
/// behind send(). A wait for the device (wait_for_device) sends first.
class CopyBatch {
public:
  /// Calls work(), returns what it returns, and then sends what it has gathered. Of batches within each other the outermost one
  /// sends. If work() throws, what it has gathered is dropped: the numbers may belong to memory that is gone.
  template <class Work> static auto around(const Work& work) {
    CopyBatch batch;
    if constexpr (std::is_void_v<decltype(work())>) {
      work();
      batch.end();
    } else {
      auto result = work();
      batch.end();
      return result;
    }
  }

  /// Keeps a copy of the bytes for the next send(). False, and nothing is kept, where this thread has no batch, for more than the process's
  /// StagingRing takes at once, and where bytes or place are no whole words of four bytes.
  static bool take(const void* from, std::size_t bytes, void* to);
  /// Calls `launch`, which only launches kernels, with the next send(), behind all numbers that were gathered before; at once where this
  /// thread has no batch.
  static void launch(std::function<void()> launch);
  /// Sends what this thread has gathered. The batch goes on.
  static void send();

  CopyBatch(const CopyBatch&) = delete;
  CopyBatch& operator=(const CopyBatch&) = delete;

private:
  CopyBatch();
  ~CopyBatch(); ///< drops what was gathered since the batch began, unless it has ended
  void end();

  std::size_t sends_, bytes_, pieces_, launches_; ///< of this thread, as the batch begins
  bool has_ended_ = false;
};

} // namespace isobar
