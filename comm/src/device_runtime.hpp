#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <string>

/// What sharing device memory between processes takes from CUDA or HIP, which call it the same. HIP's
/// has been compiled (scripts/check-amd) and never run.
namespace isobar::device_runtime {

#if defined(KOKKOS_ENABLE_CUDA)
using Handle = cudaIpcMemHandle_t;
using Error = cudaError_t;
inline std::string text(Error e) {
  return e == cudaSuccess ? std::string() : cudaGetErrorString(e);
}
inline std::string allocate(void** memory, std::size_t bytes) {
  const Error e = cudaMalloc(memory, bytes);
  return text(e == cudaSuccess ? cudaMemset(*memory, 0, bytes) : e);
}
inline std::string handle_of(Handle* handle, void* memory) {
  return text(cudaIpcGetMemHandle(handle, memory));
}
inline std::string open(void** memory, const Handle& handle) {
  const std::string problem =
      text(cudaIpcOpenMemHandle(memory, handle, cudaIpcMemLazyEnablePeerAccess));
  cudaGetLastError(); // Kokkos would meet the error again at the next launch
  return problem;
}
inline void close(void* memory) { cudaIpcCloseMemHandle(memory); }
inline void free(void* memory) { cudaFree(memory); }
#elif defined(KOKKOS_ENABLE_HIP)
using Handle = hipIpcMemHandle_t;
using Error = hipError_t;
inline std::string text(Error e) { return e == hipSuccess ? std::string() : hipGetErrorString(e); }
inline std::string allocate(void** memory, std::size_t bytes) {
  const Error e = hipMalloc(memory, bytes);
  return text(e == hipSuccess ? hipMemset(*memory, 0, bytes) : e);
}
inline std::string handle_of(Handle* handle, void* memory) {
  return text(hipIpcGetMemHandle(handle, memory));
}
inline std::string open(void** memory, const Handle& handle) {
  const std::string problem =
      text(hipIpcOpenMemHandle(memory, handle, hipIpcMemLazyEnablePeerAccess));
  static_cast<void>(hipGetLastError());
  return problem;
}
inline void close(void* memory) { static_cast<void>(hipIpcCloseMemHandle(memory)); }
inline void free(void* memory) { static_cast<void>(hipFree(memory)); }
#endif

} // namespace isobar::device_runtime
