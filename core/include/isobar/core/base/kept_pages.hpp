#pragma once
#include <isobar/core/base/shared_block.hpp>

#include <cstddef>
#include <optional>

/// Keeps the memory of a program's fields on a host for later fields. The C library gives large
/// freed pieces back to the operating system. Faults and zeroing of new pages then take longer than
/// the rest of a solver's setup (docs/decisions/0031).
namespace isobar {

/// The least bytes of a piece that the C library gives back when it is freed. Smaller pieces stay
/// with the library.
inline constexpr std::size_t least_bytes_given_back = std::size_t(256) * 1024;

/// Keeps the memory of freed fields for fields of the same size, from now until Kokkos ends. The
/// sum of kept memory and memory in use never exceeds the most that fields have used at a time.
/// Only programs call this, because a library does not decide about its caller's memory. Has no
/// effect on a device.
void keep_pages_of_fields();

/// Frees the kept memory that no field uses. A program calls this before it measures the memory of
/// a run, to exclude trials.
void free_kept_pages();

/// Bytes of kept memory that no field uses.
std::size_t idle_kept_bytes();

/// Returns a block of kept memory for a View of `bytes` bytes. While the block lives, make_view()
/// takes its View from it. Returns none if the program does not keep memory, if another block
/// lives, or if the View has fewer bytes than least_bytes_given_back.
std::optional<SharedBlock> block_of_kept_pages(std::size_t bytes);

} // namespace isobar
