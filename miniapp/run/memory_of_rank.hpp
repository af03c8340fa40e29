#pragma once
#include "run/memory.hpp"

#include <string>

namespace isobar {

/// All memory of this rank's device, in bytes; on hosts this rank's part
/// of the node's memory. Kokkos must be initialised if there is a device.
Int64 memory_of_rank(const MpiComm& comm);

/// The reason why memory_of_rank() is not credible; empty if two sources
/// agree. They are /proc/meminfo and a call of the kernel for the node's
/// memory, and two calls of its own for the device's. Not collective.
std::string memory_disagreement();

} // namespace isobar
