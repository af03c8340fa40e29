#pragma once
#include <cstdint>

namespace isobar {

/// The processor's own time counter, which no kernel or library can change.

/// The counts a second that the processor reports. It is 0 if the processor
/// has no steady counter, does not report its frequency, or is virtual.
double counter_frequency();
/// The present count; 0 if there is no such counter.
std::uint64_t counter_now();

} // namespace isobar
