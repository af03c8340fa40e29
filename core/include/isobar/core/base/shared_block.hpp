#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>

#include <cstddef>
#include <optional>
#include <string>

/// Shared allocations for Views that are made together. Each allocation is a call of the driver,
/// after which Kokkos copies a header to the device and waits. A setup would make fifty of them
/// (docs/decisions/0024).
namespace isobar {

/// Memory in which Views lie that do not keep it alive. The holder of such a View must also hold
/// the memory.
using BlockMemory = Kokkos::View<std::byte*, MemorySpace>;

/// While a block lives, make_view() takes its Views on this thread from it, as long as its memory
/// lasts. The block is freed with its last holder. A block may be made while another one lives; the
/// outer block continues afterwards.
class SharedBlock {
public:
  /// Allocates a block. `bytes` are those of all Views; the constructor adds the bytes that align
  /// them.
  explicit SharedBlock(Int64 bytes);
  /// Makes a block in existing memory, which has aligned() of the bytes of one View.
  explicit SharedBlock(const BlockMemory& memory);
  /// Takes a block of `bytes` bytes from the one that lives. Views that do not fit into it have
  /// memory of their own, so the rest of the outer block is left to other Views. Returns none
  /// for 0 bytes, if no block lives, or if too few bytes are left.
  static std::optional<SharedBlock> part_of_current(Int64 bytes);
  ~SharedBlock();
  SharedBlock(const SharedBlock&) = delete;
  SharedBlock& operator=(const SharedBlock&) = delete;

  /// The bytes of a View, with room to align it.
  static std::size_t aligned(std::size_t bytes);

  /// The innermost block of this thread that lives; null if there is none.
  static SharedBlock* current();

  const BlockMemory& memory() const { return memory_; }
  /// Takes `bytes` bytes, aligned as the driver aligns. Returns null if too few are left.
  std::byte* take(std::size_t bytes);
  std::size_t taken() const { return taken_; }

private:
  BlockMemory memory_;
  std::size_t taken_ = 0;
  SharedBlock* outer_;
};

/// Makes a block on a device. Returns none on a host, where the number of allocations does not
/// matter, and for 0 bytes.
std::optional<SharedBlock> block_on_device(Int64 bytes);

/// The memory that a caller of make_view() must hold now; empty if no block lives.
inline BlockMemory memory_of_views() {
  const SharedBlock* const block = SharedBlock::current();
  return block ? block->memory() : BlockMemory();
}

/// Makes a View without initial values, in the block that lives (memory_of_views) or in memory of
/// its own.
template <class View, class... Extents>
View make_view(const std::string& label, Extents... extents) {
  if (SharedBlock* const block = SharedBlock::current())
    if (std::byte* const p = block->take(View::required_allocation_size(extents...)))
      return View(reinterpret_cast<typename View::pointer_type>(p), extents...);
  return View(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), extents...);
}

} // namespace isobar
