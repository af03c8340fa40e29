#include <isobar/core/base/staging_ring.hpp>

#include "base/process_wide.hpp"
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/emulated_queue.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace isobar {
namespace {

constexpr std::size_t slice_alignment = 64;
constexpr std::size_t process_bytes = std::size_t(1) << 20; // enough for some ten updates

struct ProcessRing {
  StagingRing ring{process_bytes};
};

template <class Space, class Byte> auto bytes_at(Byte* place, std::size_t bytes) {
  return Kokkos::View<Byte*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(place, bytes);
}

/// A team copies a piece to its place.
struct ScatterPieces {
  static constexpr std::size_t most = 128; ///< pieces in a launch's arguments, of 4 KiB in all
  static constexpr int team_size =
      on_host ? 1 : 256; ///< asking Kokkos for a size takes as long as a launch
  const std::byte* from;
  Kokkos::Array<StagedPiece, most> pieces;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const StagedPiece& piece = pieces[std::size_t(team.league_rank())];
    const auto* words = reinterpret_cast<const std::uint32_t*>(from + piece.at);
    auto* place = reinterpret_cast<std::uint32_t*>(piece.to);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, int(piece.bytes / sizeof(std::uint32_t))),
                         [&](int n) { place[n] = words[n]; });
  }
};

} // namespace

StagingRing::StagingRing(std::size_t bytes)
    : half_bytes_(bytes / (2 * slice_alignment) * slice_alignment),
      memory_(Kokkos::view_alloc("isobar staging", Kokkos::WithoutInitializing), 2 * half_bytes_) {}

StagingRing& StagingRing::of_process() { return process_wide<ProcessRing>().ring; }

/// Returns the next bytes that the device no longer needs.
std::byte* StagingRing::take(std::size_t bytes) {
  if (taken_ + bytes > half_bytes_) {
    left_[std::size_t(half_)] = DeviceMark::here();
    half_ = 1 - half_;
    left_[std::size_t(half_)].wait();
    taken_ = 0;
  }
  std::byte* const place = memory_.data() + std::size_t(half_) * half_bytes_ + taken_;
  taken_ += (bytes + slice_alignment - 1) / slice_alignment * slice_alignment;
  return place;
}

/// Remembers a read while a queue is emulated, so that tests find writes that would be too early on a device. A host's kernels
/// have read at once.
void StagingRing::is_being_read(const std::byte* begin, std::size_t bytes) {
  read_late_.push_back({begin, bytes, DeviceMark::here()});
}

void StagingRing::require_read(const std::byte* begin, std::size_t bytes) {
  std::erase_if(read_late_, [](const Reading& reading) { return reading.over.passed(); });
  for (const Reading& r : read_late_)
    if (begin < r.begin + r.bytes && r.begin < begin + bytes)
      throw std::logic_error("staging memory is used again before the device has read it");
}

std::byte* StagingRing::stage(const void* from, std::size_t bytes) {
  if (bytes > most()) throw std::logic_error("a copy that is larger than its staging memory");
  std::byte* const staged = take(bytes);
  if (EmulatedQueue::is_on()) require_read(staged, bytes);
  std::memcpy(staged, from, bytes);
  return staged;
}

void StagingRing::copy(const void* from, std::size_t bytes, void* to) {
  CopyBatch::send();
  const std::lock_guard lock(copying_);
  const std::byte* const staged = stage(from, bytes);
  Kokkos::deep_copy(ExecutionSpace(), bytes_at<MemorySpace>(static_cast<std::byte*>(to), bytes),
                    bytes_at<PinnedSpace>(staged, bytes));
  if (EmulatedQueue::is_on()) is_being_read(staged, bytes);
}

void StagingRing::scatter(const std::vector<std::byte>& from,
                          const std::vector<StagedPiece>& pieces) {
  if (pieces.empty()) return;
  const std::lock_guard lock(copying_);
  ScatterPieces scatter{stage(from.data(), from.size()), {}};
  for (std::size_t first = 0; first < pieces.size(); first += ScatterPieces::most) {
    const std::size_t count = std::min(ScatterPieces::most, pieces.size() - first);
    std::copy_n(pieces.begin() + std::ptrdiff_t(first), count, &scatter.pieces[0]);
    const TeamPolicy teams(int(count), ScatterPieces::team_size);
    Kokkos::parallel_for("isobar/numbers", as_arguments(teams), scatter);
  }
  if (EmulatedQueue::is_on()) is_being_read(scatter.from, from.size());
}

} // namespace isobar
