#pragma once
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/base/types.hpp>

#include <string>

namespace isobar {

/// Bytes of memory of one rank. On a CPU both kinds are the same memory.
struct MemoryUse {
  Int64 device = 0; ///< fields, geometry, halo buffers
  Int64 host = 0;   ///< right-hand side and solution in host order, pinned buffers
  Int64 total() const { return device + host; }
};

/// Measures the growth of this process's memory: the host's resident
/// pages without those of files, and the device's memory if there is one.
class MemoryMeter {
public:
  MemoryMeter(); ///< starts to count growth, from zero
  /// Samples the device's memory. Call it when the device
  /// holds most; the host remembers its peak by itself.
  void sample_device();
  MemoryUse peak() const;

private:
  Int64 host_start_, device_start_, device_peak_;
};

/// Makes the C library give freed fields back to the operating system at
/// once. Otherwise it keeps them for later allocations that may not fit,
/// and a run takes up to a quarter more than predicted. The threads that
/// use new pages then also touch them first. Call it before Kokkos starts.
void return_freed_memory();

/// Bytes that the operating system would still give to this node; 0 if unknown.
Int64 available_host_memory();

/// One line if the ranks of a node need more memory together than the node has; else empty.
/// The run is then refused and not killed halfway. All ranks get the same line. Collective.
std::string memory_problem(const MpiComm& comm, const MemoryUse& need);

/// Bytes that fields may still take: the GPU's free memory, or on a CPU the node's; 0 if unknown.
Int64 available_device_memory();

} // namespace isobar
