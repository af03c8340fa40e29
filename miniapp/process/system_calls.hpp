#pragma once
#include <cstdint>

namespace isobar {

/// Calls of the kernel that no library comes between, on x86-64 and ARM64; on others the C library makes them.

/// Seconds of the kernel's steady clock, which nobody sets.
double kernel_seconds();

/// All memory of this node, in bytes; 0 if the kernel does not say.
std::int64_t kernel_memory();

} // namespace isobar
