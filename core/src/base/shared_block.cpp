#include <isobar/core/base/region.hpp>
#include <isobar/core/base/shared_block.hpp>

#include <cstdint>
#include <utility>

namespace isobar {
namespace {

thread_local SharedBlock* living = nullptr;

constexpr std::size_t alignment = 256; // as in memory from drivers
constexpr Int64 most_views = 256;      // views that a block has room to align

BlockMemory block_of(Int64 bytes) {
  const Region region(setup_part::allocation);
  return BlockMemory(Kokkos::view_alloc("isobar shared block", Kokkos::WithoutInitializing),
                     std::size_t(bytes + most_views * Int64(alignment)));
}

} // namespace

SharedBlock::SharedBlock(Int64 bytes) : SharedBlock(block_of(bytes)) {}

SharedBlock::SharedBlock(const BlockMemory& memory) : memory_(memory), outer_(living) {
  living = this;
}

SharedBlock::~SharedBlock() { living = outer_; }

std::size_t SharedBlock::aligned(std::size_t bytes) { return bytes + alignment; }

SharedBlock* SharedBlock::current() { return living; }

std::optional<SharedBlock> block_on_device(Int64 bytes) {
  if (on_host || bytes == 0) return std::nullopt;
  return std::optional<SharedBlock>(std::in_place, bytes);
}

std::optional<SharedBlock> SharedBlock::part_of_current(Int64 bytes) {
  std::byte* const first = living && bytes > 0 ? living->take(std::size_t(bytes)) : nullptr;
  if (!first) return std::nullopt;
  const auto begin = std::size_t(first - living->memory().data());
  return std::optional<SharedBlock>(
      std::in_place,
      BlockMemory(Kokkos::subview(living->memory(), std::pair(begin, begin + std::size_t(bytes)))));
}

std::byte* SharedBlock::take(std::size_t bytes) {
  const auto start = reinterpret_cast<std::uintptr_t>(memory_.data());
  const std::size_t first = (start + taken_ + alignment - 1) / alignment * alignment - start;
  if (first + bytes > memory_.size()) return nullptr;
  taken_ = first + bytes;
  return memory_.data() + first;
}

} // namespace isobar
