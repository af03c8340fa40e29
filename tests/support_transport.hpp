#pragma once
#include <isobar/comm/gpu_aware.hpp>

/// How tests send halos: device pointers crash an MPI that does not know device memory.
namespace isobar {

/// From device memory where MPI knows it, else through host memory. Collective.
inline Transport best_transport(const MpiComm& comm) {
  return choose_transport(comm, GpuMpi::automatic).transport;
}

} // namespace isobar
