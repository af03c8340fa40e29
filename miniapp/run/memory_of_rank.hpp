#pragma once
#include "run/memory.hpp"

namespace isobar {

/// All memory of this rank's device, in bytes; on hosts this rank's part of the node's. Kokkos is initialised where there is a device.
Int64 memory_of_rank(const MpiComm& comm);

} // namespace isobar
