#pragma once
#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

namespace isobar {

/// One of several copies that go together: its first byte in their common memory, its size, and its
/// place on the device. All are multiples of four bytes.
struct StagedPiece {
  std::size_t at, bytes;
  std::byte* to;
};

/// Pinned memory through which small copies go to the device without a wait, in the order of the
/// default instance. The host's numbers come here first, so they may change as soon as copy()
/// returns. The two halves take turns. The host waits only if the device may not have read a half's
/// old numbers. This is rare, because other waits come in between.
class StagingRing {
public:
  explicit StagingRing(std::size_t bytes);
  StagingRing(const StagingRing&) = delete;
  StagingRing& operator=(const StagingRing&) = delete;

  /// The bytes of the largest copy that the ring takes.
  std::size_t most() const { return half_bytes_; }
  /// Copies bytes to memory of the device. First sends what this thread has gathered (CopyBatch).
  /// Throws std::logic_error if there are more than most(). While a queue is emulated, it throws
  /// also for memory that the device may not have read.
  void copy(const void* from, std::size_t bytes, void* to);
  /// Copies all pieces of `from` with kernels that read pinned memory. One call of the driver takes
  /// up to 32 pieces. Throws what copy() throws.
  void scatter(const std::vector<std::byte>& from, const std::vector<StagedPiece>& pieces);

  /// The process's ring. The first copy makes it, and it stays, because pinned memory takes long to
  /// allocate.
  static StagingRing& of_process();

private:
  /// Memory that the device reads until the mark is passed.
  struct Reading {
    const std::byte* begin;
    std::size_t bytes;
    DeviceMark over;
  };
  void require_read(const std::byte* begin, std::size_t bytes);
  void is_being_read(const std::byte* begin, std::size_t bytes);
  std::byte* stage(const void* from, std::size_t bytes);
  std::byte* take(std::size_t bytes);

  std::size_t half_bytes_;
  Kokkos::View<std::byte*, PinnedSpace> memory_;
  std::array<DeviceMark, 2> left_; ///< marks after the last copy from each half
  int half_ = 0;
  std::size_t taken_ = 0;          ///< bytes taken of this half
  std::vector<Reading> read_late_; ///< while a queue is emulated
  std::mutex copying_;
};

} // namespace isobar
