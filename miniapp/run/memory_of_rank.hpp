#pragma once
#include "run/memory.hpp"

#include <string>

namespace isobar {

/// All memory of this rank's device, in bytes; on hosts this rank's part of the node's. Kokkos must be initialised if there is a device.
Int64 memory_of_rank(const MpiComm& comm);

/// Why that number is not credible: two sources disagree about the memory of the node (/proc/meminfo and
/// a call of the kernel) or of the device (two calls of its own). Empty if they agree. Not collective.
std::string memory_disagreement();

} // namespace isobar
