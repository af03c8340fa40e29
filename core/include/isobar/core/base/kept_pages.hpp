#pragma once
#include <isobar/core/base/shared_block.hpp>

#include <cstddef>
#include <optional>

/// Memory of fields that a program on a host uses again. Large pieces that are freed go back to the operating system, and the
/// faults and zeroing of new pages take longer than the rest of a solver's setup (docs/decisions/0031).
namespace isobar {

/// From now until Kokkos ends, memory of fields that are gone is kept for fields of the same size: never more than fields have held
/// at a time. For programs alone, as a library leaves its caller's memory alone. Does nothing on a device.
void keep_pages_of_fields();

/// Gives back what is kept and idle: what a program has tried out before it measures its memory is no part of the run.
void free_kept_pages();

/// While it lives, make_view() takes a field's View of so many bytes from kept memory. None where nothing is kept, or for a field that
/// is so small that the C library keeps its memory anyway.
std::optional<SharedBlock> block_of_kept_pages(std::size_t bytes);

} // namespace isobar
