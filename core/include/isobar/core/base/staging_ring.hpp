#pragma once
#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

namespace isobar {

/// One of several copies that go together: from where among their bytes, how many, to where on the device. Whole words of four bytes.
struct StagedPiece {
  std::size_t at, bytes;
  std::byte* to;
};

/// Pinned memory from which small copies go to the device in the order of the default instance, without a wait: numbers of the host are
/// put here first, and may change as soon as copy() returns. Its two halves take turns. The host waits only where the device may not have
/// read what a half held before, which is seldom, as others wait in the meantime.
class StagingRing {
public:
  explicit StagingRing(std::size_t bytes);
  StagingRing(const StagingRing&) = delete;
  StagingRing& operator=(const StagingRing&) = delete;

  /// The largest copy.
  std::size_t most() const { return half_bytes_; }
  /// `to` is in memory of the device. Throws std::logic_error for more than most(), and while a queue is emulated for memory that the
  /// device may not have read. What this thread has gathered (CopyBatch) goes first.
  void copy(const void* from, std::size_t bytes, void* to);
  /// All pieces of `from` by one kernel that reads pinned memory, a call of the driver for up to 32 of them. Throws as copy().
  void scatter(const std::vector<std::byte>& from, const std::vector<StagedPiece>& pieces);

  /// The process's own. It is made when the first copy is, and kept: pinned memory takes long to allocate.
  static StagingRing& of_process();

private:
  /// What the device reads until the mark is passed.
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
  std::array<DeviceMark, 2> left_; ///< behind the last copy from each half
  int half_ = 0;
  std::size_t taken_ = 0;          ///< of this half
  std::vector<Reading> read_late_; ///< while a queue is emulated
  std::mutex copying_;
};

} // namespace isobar
