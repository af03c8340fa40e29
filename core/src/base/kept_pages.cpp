#include <isobar/core/base/kept_pages.hpp>

#include <algorithm>
#include <mutex>
#include <vector>

namespace isobar {
namespace {

bool is_idle(const BlockMemory& block) { return block.use_count() == 1; }

struct KeptPages {
  std::mutex mutex;
  bool keeps = false;
  std::size_t most_in_use = 0;
  std::vector<BlockMemory> blocks;

  void free_idle() { std::erase_if(blocks, is_idle); }

  BlockMemory take(std::size_t bytes) {
    const std::lock_guard lock(mutex);
    std::size_t held = 0, in_use = 0;
    for (const BlockMemory& block : blocks) {
      held += block.size();
      if (!is_idle(block)) in_use += block.size();
      else if (block.size() == bytes) return block;
    }
    if (held + bytes > most_in_use) free_idle();
    most_in_use = std::max(most_in_use, in_use + bytes);
    return blocks.emplace_back(Kokkos::view_alloc("isobar field", Kokkos::WithoutInitializing),
                               bytes);
  }
};

KeptPages& kept() {
  static KeptPages pages;
  return pages;
}

} // namespace

void keep_pages_of_fields() {
  if (!on_host || kept().keeps) return;
  kept().keeps = true;
  Kokkos::push_finalize_hook([] {
    kept().keeps = false;
    kept().blocks.clear();
  });
}

void free_kept_pages() {
  const std::lock_guard lock(kept().mutex);
  kept().free_idle();
  kept().most_in_use = 0;
}

std::size_t idle_kept_bytes() {
  const std::lock_guard lock(kept().mutex);
  std::size_t bytes = 0;
  for (const BlockMemory& block : kept().blocks)
    if (is_idle(block)) bytes += block.size();
  return bytes;
}

std::optional<SharedBlock> block_of_kept_pages(std::size_t bytes) {
  if (!kept().keeps || bytes < least_bytes_given_back || SharedBlock::current())
    return std::nullopt;
  return std::optional<SharedBlock>(std::in_place, kept().take(SharedBlock::aligned(bytes)));
}

} // namespace isobar
