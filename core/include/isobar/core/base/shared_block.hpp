#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>

#include <cstddef>
#include <optional>
#include <string>

/// Views that are made together share one allocation. Each allocation is a call of the driver, behind which Kokkos copies a header
/// to the device and waits, and a setup made fifty of them (docs/decisions/0024).
namespace isobar {

/// Memory that Views lie in without keeping it alive. Whoever holds such a View holds this beside it.
using BlockMemory = Kokkos::View<std::byte*, MemorySpace>;

/// While it lives, make_view() takes what it gives out on this thread from one block, as long as that lasts. The block is freed with the
/// last of those who hold it. One may be made inside another's life: the outer one goes on behind it.
class SharedBlock {
public:
  /// Of so many bytes: those of all Views, to which what aligns them is added here.
  explicit SharedBlock(Int64 bytes);
  /// In memory that is there: aligned() of the bytes of one View.
  explicit SharedBlock(const BlockMemory& memory);
  ~SharedBlock();
  SharedBlock(const SharedBlock&) = delete;
  SharedBlock& operator=(const SharedBlock&) = delete;

  /// The bytes of a View with room to align it.
  static std::size_t aligned(std::size_t bytes);

  /// The one that lives; null if there is none.
  static SharedBlock* current();

  const BlockMemory& memory() const { return memory_; }
  /// So many bytes, aligned as the driver's are; null if they are not left.
  std::byte* take(std::size_t bytes);
  std::size_t taken() const { return taken_; }

private:
  BlockMemory memory_;
  std::size_t taken_ = 0;
  SharedBlock* outer_;
};

/// A block on a device; none on a host, where pages cost what they hold, however many calls ask for them, and none for 0 bytes.
std::optional<SharedBlock> block_on_device(Int64 bytes);

/// What whoever calls make_view() now has to hold; empty if no block lives.
inline BlockMemory memory_of_views() {
  const SharedBlock* const block = SharedBlock::current();
  return block ? block->memory() : BlockMemory();
}

/// A View without values: in the block that lives (memory_of_views), or in memory of its own.
template <class View, class... Extents>
View make_view(const std::string& label, Extents... extents) {
  if (SharedBlock* const block = SharedBlock::current())
    if (std::byte* const p = block->take(View::required_allocation_size(extents...)))
      return View(reinterpret_cast<typename View::pointer_type>(p), extents...);
  return View(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), extents...);
}

} // namespace isobar
