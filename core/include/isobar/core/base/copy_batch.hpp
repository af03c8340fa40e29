#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>

namespace isobar {

/// Launches that wait for the numbers of a CopyBatch.
class GatheredLaunch {
public:
  GatheredLaunch() = default;
  GatheredLaunch(const GatheredLaunch&) = delete;
  GatheredLaunch& operator=(const GatheredLaunch&) = delete;
  virtual ~GatheredLaunch() = default;
  /// Takes over the work of a later launch, so that one kernel does both. Returns false, and leaves
  /// the other one as it is, if that is not possible.
  virtual bool join(GatheredLaunch& /*later*/) { return false; }
  /// Launches the kernels, and does nothing else on the device.
  virtual void launch() = 0;
};

/// Gathers a thread's small copies to the device (to_device), and the launches that read the copied
/// numbers. One kernel takes all numbers to the device, and the launches follow in their order. An
/// update has some twenty such copies, each of which would cost the host a call of the driver.
///
/// Kernels read the old numbers until the batch is sent. A kernel that reads numbers of a batch
/// must be launched through launch(), or after send(). A wait for the device (wait_for_device)
/// sends first.
class CopyBatch {
public:
  /// Calls work(), sends what it has gathered, and returns what it returned. If batches are nested,
  /// the outermost one sends. If work() throws, the gathered numbers are dropped, because their
  /// memory may be gone.
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

  /// Keeps a copy of the bytes for the next send(). Returns false and keeps nothing if this thread
  /// has no batch, or if the bytes exceed what the process's StagingRing takes at once. It returns
  /// false, too, if the size or the place is not a multiple of four bytes.
  static bool take(const void* from, std::size_t bytes, void* to);
  /// Launches at the next send(), after all numbers that were gathered before. The first launch of
  /// those that join comes for all. Launches at once if this thread has no batch.
  static void launch(std::unique_ptr<GatheredLaunch> launch);
  /// Does the same for a function that only launches kernels.
  static void launch(std::function<void()> launch);
  /// Sends what this thread has gathered. The batch continues.
  static void send();

  CopyBatch(const CopyBatch&) = delete;
  CopyBatch& operator=(const CopyBatch&) = delete;

private:
  CopyBatch();
  ~CopyBatch(); ///< drops what was gathered since the batch began, if it has not ended
  void end();

  std::size_t sends_, bytes_, pieces_, launches_; ///< counts of this thread when the batch begins
  bool has_ended_ = false;
};

} // namespace isobar
