#pragma once
#include <isobar/core/base/shared_block.hpp>

#include <cstddef>
#include <optional>

/// Keeps the memory of a program's fields on a host for later fields. The C library gives large freed pieces back to the
/// operating system, and faults and zeroing of new pages take longer than the rest of a solver's setup (docs/decisions/0031).
namespace isobar {

/// Smaller pieces stay with the C library when they are freed.
inline constexpr std::size_t least_bytes_given_back = std::size_t(256) * 1024;

/// From now until Kokkos ends, keeps the memory of freed fields for fields of the same size.
/// Memory kept and in use never exceeds the most that fields have used at a time. Only programs
/// call this: a library does not decide about its caller's memory. No effect on a device.
void keep_pages_of_fields();

/// Frees the kept memory that no field uses. A program calls this before it measures the memory of a run, so that trials do not count.
void free_kept_pages();

/// Bytes that are kept and not used by a field.
std::size_t idle_kept_bytes();

/// Kept memory for a View of so many bytes: make_view() takes its View from the block while the block
/// lives. Returns none if nothing is kept, or if the View has fewer bytes than least_bytes_given_back.
std::optional<SharedBlock> block_of_kept_pages(std::size_t bytes);

} // namespace isobar
