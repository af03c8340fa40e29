#pragma once
#include <cstdint>

namespace isobar {

/// Direct calls of the kernel on x86-64 and ARM64, without
/// a library. On other processors the C library makes them.

/// The seconds of the kernel's steady clock, which nobody can set.
double kernel_seconds();

/// All memory of this node in bytes; 0 if the kernel does not tell.
std::int64_t kernel_memory();

} // namespace isobar
