#pragma once
#include <isobar/core/base/shared_block.hpp>

#include <cstddef>
#include <optional>

/// A program on a host uses the memory of its fields again. The C library gives large pieces that are freed back to the operating
/// system, and the faults and zeroing of new pages take longer than the rest of a solver's setup (docs/decisions/0031).
namespace isobar {

/// Smaller pieces stay with the C library when they are freed.
inline constexpr std::size_t least_bytes_given_back = std::size_t(256) * 1024;

/// From now until Kokkos ends, the memory of fields that are gone is kept for fields of the same size. The memory kept and in use is
/// never more than fields have used at a time. Only programs call this: a library does not decide about its caller's memory. On a
/// device the call has no effect.
void keep_pages_of_fields();

/// Frees the kept memory that no field uses. A program calls this before it measures the memory of a run, so that trials do not count.
void free_kept_pages();

/// The bytes that are kept and that no field uses.
std::size_t idle_kept_bytes();

/// Kept memory for a View of so many bytes: make_view() takes its View from the block while the block lives. No block if nothing is
/// kept, or if the View has fewer bytes than least_bytes_given_back.
std::optional<SharedBlock> block_of_kept_pages(std::size_t bytes);

} // namespace isobar
