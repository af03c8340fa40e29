#pragma once
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <string>

namespace isobar {

/// The GPU of this rank. Without a GPU backend, device is -1 and warning is
/// empty. Kokkos chooses SYCL devices, also by the rank's place in the node.
struct DeviceSelection {
  int device = -1;
  int ranks_on_device = 1;
  std::string warning; ///< one line if ranks share this GPU, else empty
};

/// Gives the n-th rank of a node its n-th visible GPU, round-robin. Compares the GPUs'
/// identities to find shared ones, as a batch system may show each rank only its own.
/// Collective, before Kokkos::initialize. Throws EnvironmentError if a rank sees no GPU.
DeviceSelection select_device(const MpiComm& comm);

/// The address on the PCI bus of this rank's GPU, as 0000:1B:00.0; empty without a GPU, and with
/// SYCL. Call it after Kokkos::initialize. Throws EnvironmentError if the GPU cannot be asked.
std::string device_address();

/// The number of devices of all ranks together: GPUs, each counted once, or on hosts ranks. Call it
/// after Kokkos::initialize. Collective. Throws EnvironmentError if a GPU cannot be asked.
int count_devices(const MpiComm& comm);

#if KOKKOS_VERSION >= 30700
using KokkosSettings = Kokkos::InitializationSettings;
#else
using KokkosSettings = Kokkos::InitArguments;
#endif
/// The argument for Kokkos::ScopeGuard.
KokkosSettings kokkos_settings(const DeviceSelection& selection);

} // namespace isobar
