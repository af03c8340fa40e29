#pragma once
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/base/types.hpp>

#include <string>

namespace isobar {

/// Bytes of one rank. On a CPU both kinds are the same memory.
struct MemoryUse {
  Int64 device = 0; ///< fields, geometry, halo buffers
  Int64 host = 0;   ///< right-hand side and solution in host order, pinned buffers
  Int64 total() const { return device + host; }
};

/// Growth of this process's memory: resident pages of the host but those of files, and the device's memory where
/// there is one.
class MemoryMeter {
public:
  MemoryMeter(); ///< the zero from which growth is counted
  /// Call where the device holds most; the host remembers its peak by itself.
  void sample_device();
  MemoryUse peak() const;

private:
  Int64 host_start_, device_start_, device_peak_;
};

/// Has freed fields given back to the operating system at once. Otherwise the C library keeps
/// them for later allocations that may not fit: a run then takes up to a quarter more than
/// predicted. New pages are also touched first by the threads that use them. Call before Kokkos
/// starts.
void return_freed_memory();

/// Bytes that the operating system would still give to this node; 0 if it does not say.
Int64 available_host_memory();

/// One line if ranks that need this much each need more memory than a node has, so that a run is refused instead of being
/// killed halfway; empty if not. The same on all ranks. Collective.
std::string memory_problem(const MpiComm& comm, const MemoryUse& need);

/// Bytes that fields may still take: the GPU's free memory, on a CPU the node's; 0 if nobody says.
Int64 available_device_memory();

} // namespace isobar
