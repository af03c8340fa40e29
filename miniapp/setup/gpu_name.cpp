#include "setup/gpu_name.hpp"

#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

std::string gpu_name() {
  if (!Kokkos::is_initialized()) return {};
#if defined(KOKKOS_ENABLE_CUDA)
  return Kokkos::Cuda().cuda_device_prop().name;
#elif defined(KOKKOS_ENABLE_HIP)
  return Kokkos::HIP().hip_device_prop().name;
#elif defined(KOKKOS_ENABLE_SYCL)
  return Kokkos::DefaultExecutionSpace()
      .sycl_queue()
      .get_device()
      .get_info<sycl::info::device::name>();
#else
  return {};
#endif
}

} // namespace isobar
