#include <isobar/core/base/staging_ring.hpp>

#include "base/kept.hpp"

#include <cstring>
#include <stdexcept>

namespace isobar {
namespace {

constexpr std::size_t slice_alignment = 64;
constexpr std::size_t process_bytes = std::size_t(1) << 20; // of some ten updates

struct ProcessRing {
  StagingRing ring{process_bytes};
};

template <class Space, class Byte> auto bytes_at(Byte* place, std::size_t bytes) {
  return Kokkos::View<Byte*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(place, bytes);
}

} // namespace

StagingRing::StagingRing(std::size_t bytes)
    : half_bytes_(bytes / (2 * slice_alignment) * slice_alignment),
      memory_(Kokkos::view_alloc("isobar staging", Kokkos::WithoutInitializing), 2 * half_bytes_) {}

StagingRing& StagingRing::of_process() { return kept<ProcessRing>().ring; }

/// The next bytes that the device has no need of any more.
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

void StagingRing::copy(const void* from, std::size_t bytes, void* to) {
  if (bytes > most()) throw std::logic_error("a copy that is larger than its staging memory");
  const std::lock_guard lock(copying_);
  std::byte* const staged = take(bytes);
  std::memcpy(staged, from, bytes);
  Kokkos::deep_copy(ExecutionSpace(), bytes_at<MemorySpace>(static_cast<std::byte*>(to), bytes),
                    bytes_at<PinnedSpace>(static_cast<const std::byte*>(staged), bytes));
}

} // namespace isobar
