#pragma once
#include <cstdint>

namespace isobar {

/// The processor's own counter of time, which neither the kernel nor a library comes between.

/// Counts a second, as the processor says; 0 where it has no steady counter, does not say how fast it is, or is a virtual one.
double counter_frequency();
/// The count now; 0 where there is no such counter.
std::uint64_t counter_now();

} // namespace isobar
