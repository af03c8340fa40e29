#pragma once
#include "run/memory.hpp"

#include <string>

namespace isobar {

/// All memory of this rank's device, in bytes; on hosts this rank's part of the node's. Kokkos is initialised where there is a device.
Int64 memory_of_rank(const MpiComm& comm);

/// Why that is not to be believed: the memory of the node by /proc/meminfo and by a call of the kernel, or that of the device by two of its
/// own, are not the same. Empty if they are. Not collective.
std::string memory_disagreement();

} // namespace isobar
