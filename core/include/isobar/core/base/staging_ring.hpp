#pragma once
#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

namespace isobar {

/// One of several copies that go together: its first byte among theirs, its size, its place on the device. Whole words of four bytes.
struct StagedPiece {
  std::size_t at, bytes;
  std::byte* to;
};

/// Pinned memory through which small copies go to the device without a wait, in the order of the default instance.
/// copy() puts the host's numbers here first, so they may change as soon as it returns. The two halves take turns. The
/// host waits only if the device may not have read a half's old numbers, which is rare, as others wait in the meantime.
class StagingRing {
public:
  explicit StagingRing(std::size_t bytes);
  StagingRing(const StagingRing&) = delete;
  StagingRing& operator=(const StagingRing&) = delete;

  /// Bytes of the largest copy.
  std::size_t most() const { return half_bytes_; }
  /// `to`: memory of the device. Throws std::logic_error for more than most(), and, while a queue is emulated,
  /// for memory that the device may not have read. Sends first what this thread has gathered (CopyBatch).
  void copy(const void* from, std::size_t bytes, void* to);
  /// Copies all pieces of `from` with kernels that read pinned memory; one call of the driver takes up to 32 pieces. Throws what copy() throws.
  void scatter(const std::vector<std::byte>& from, const std::vector<StagedPiece>& pieces);

  /// The process's ring. The first copy makes it, and it stays, because pinned memory takes long to allocate.
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
  std::array<DeviceMark, 2> left_; ///< behind the last copy from each half
  int half_ = 0;
  std::size_t taken_ = 0;          ///< of this half
  std::vector<Reading> read_late_; ///< while a queue is emulated
  std::mutex copying_;
};

} // namespace isobar
