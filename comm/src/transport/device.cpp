#include <isobar/comm/transport/device.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#if defined(KOKKOS_ENABLE_CUDA)
#include <cuda_runtime.h>
#elif defined(KOKKOS_ENABLE_HIP)
#include <hip/hip_runtime.h>
#endif

namespace isobar {
namespace {

/// Identifies a GPU of a node: its address on the PCI bus.
using Identity = std::array<char, 64>;

#if defined(KOKKOS_ENABLE_CUDA)
constexpr bool has_devices = true;
int device_of_kokkos() { return Kokkos::Cuda().cuda_device(); }
int device_count() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}
Identity identity_of(int device) {
  Identity id = {};
  if (cudaDeviceGetPCIBusId(id.data(), int(id.size()), device) != cudaSuccess)
    throw EnvironmentError(fmt::format("GPU {} cannot be asked for its PCI address", device));
  return id;
}
#elif defined(KOKKOS_ENABLE_HIP)
constexpr bool has_devices = true;
int device_of_kokkos() { return Kokkos::HIP().hip_device(); }
int device_count() {
  int count = 0;
  return hipGetDeviceCount(&count) == hipSuccess ? count : 0;
}
Identity identity_of(int device) {
  Identity id = {};
  if (hipDeviceGetPCIBusId(id.data(), int(id.size()), device) != hipSuccess)
    throw EnvironmentError(fmt::format("GPU {} cannot be asked for its PCI address", device));
  return id;
}
#else
constexpr bool has_devices = false;
int device_of_kokkos() { return -1; }
int device_count() { return 0; }
Identity identity_of(int) { return {}; }
#endif

/// The number of ranks of the node with the same GPU as this one, itself included. Collective.
int count_sharers(const MpiComm& node, const Identity& mine) {
  std::vector<Identity> all(std::size_t(node.size()));
  check_mpi(MPI_Allgather(mine.data(), int(mine.size()), MPI_CHAR, all.data(), int(mine.size()),
                          MPI_CHAR, node.get()),
            "MPI_Allgather");
  return int(std::count(all.begin(), all.end(), mine));
}

} // namespace

DeviceSelection select_device(const MpiComm& comm) {
  if (!has_devices) return {};
  const MpiComm node = comm.node();
  const int devices = device_count();
  // All ranks learn of a failure, so that none waits for a rank that has left.
  if (comm.min(devices) == 0)
    throw EnvironmentError(devices == 0 ? "this rank sees no GPU" : "a rank sees no GPU");
  DeviceSelection s;
  s.device = node.rank() % devices;
  s.ranks_on_device = count_sharers(node, identity_of(s.device));
  if (s.ranks_on_device > 1)
    s.warning = fmt::format("{} ranks of this node share GPU {}: use one rank a GPU",
                            s.ranks_on_device, s.device);
  return s;
}

std::string device_address() { return identity_of(device_of_kokkos()).data(); }

int count_devices(const MpiComm& comm) {
  if (!has_devices) return comm.size();
  // Each rank counts for its part of a GPU.
  double devices = 1.0 / count_sharers(comm.node(), identity_of(device_of_kokkos()));
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &devices, 1, MPI_DOUBLE, MPI_SUM, comm.get()),
            "MPI_Allreduce");
  return int(std::lround(devices));
}

KokkosSettings kokkos_settings(const DeviceSelection& selection) {
  KokkosSettings settings;
  if (selection.device < 0) return settings;
#if KOKKOS_VERSION >= 30700
  settings.set_device_id(selection.device);
#else
  settings.device_id = selection.device;
#endif
  return settings;
}

} // namespace isobar
