#pragma once
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <string>

namespace isobar {

/// The GPU of this rank. Without a GPU backend, device is -1 and warning is empty. SYCL devices
/// are left to Kokkos, which also goes by the place in the node.
struct DeviceSelection {
  int device = -1;
  int ranks_on_device = 1;
  std::string warning; ///< one line if ranks share this GPU, else empty
};

/// Gives the n-th rank of a node the n-th of the GPUs that it sees, round-robin. Whether ranks
/// share a GPU is found by its identity, as a batch system may show each rank only its own.
/// Collective, before Kokkos::initialize. Throws EnvironmentError if a rank sees no GPU.
DeviceSelection select_device(const MpiComm& comm);

/// The address on the PCI bus of the GPU that Kokkos uses on this rank, as 0000:1B:00.0; empty without a GPU, and with SYCL. After
/// Kokkos::initialize. Throws EnvironmentError.
std::string device_address();

/// Devices that all ranks use together: GPUs, each once however many ranks share it, or on hosts ranks. After Kokkos::initialize.
/// Collective. Throws EnvironmentError.
int count_devices(const MpiComm& comm);

#if KOKKOS_VERSION >= 30700
using KokkosSettings = Kokkos::InitializationSettings;
#else
using KokkosSettings = Kokkos::InitArguments;
#endif
/// What to construct Kokkos::ScopeGuard with.
KokkosSettings kokkos_settings(const DeviceSelection& selection);

} // namespace isobar
