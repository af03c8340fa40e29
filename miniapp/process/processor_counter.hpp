#pragma once
#include <cstdint>

namespace isobar {

/// The processor's own counter of time, which no kernel or library can change.

/// Counts a second, by the processor; 0 if it has no steady counter, does not tell its frequency, or is virtual.
double counter_frequency();
/// The present count; 0 if there is no such counter.
std::uint64_t counter_now();

} // namespace isobar
