#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <cstddef>
#include <string>

/// The calls of CUDA or HIP with which processes share device memory. HIP's calls have been
/// compiled (scripts/check-amd) and never run. Functions return what went wrong, or "".
namespace isobar::device_runtime {

#if defined(KOKKOS_ENABLE_CUDA)
using Handle = cudaIpcMemHandle_t;
using Error = cudaError_t;
inline std::string text(Error e) { return cudaGetErrorString(e); }
inline Error allocate_bytes(void** memory, std::size_t bytes) { return cudaMalloc(memory, bytes); }
inline Error clear(void* memory, std::size_t bytes) { return cudaMemset(memory, 0, bytes); }
inline Error get_handle(Handle* handle, void* memory) {
  return cudaIpcGetMemHandle(handle, memory);
}
inline Error open_handle(void** memory, const Handle& handle) {
  return cudaIpcOpenMemHandle(memory, handle, cudaIpcMemLazyEnablePeerAccess);
}
inline Error last_error() { return cudaGetLastError(); }
inline Error close(void* memory) { return cudaIpcCloseMemHandle(memory); }
inline Error free(void* memory) { return cudaFree(memory); }
inline Error register_host(void* memory, std::size_t bytes) {
  return cudaHostRegister(memory, bytes, cudaHostRegisterMapped);
}
inline Error device_pointer(void** on_device, void* memory) {
  return cudaHostGetDevicePointer(on_device, memory, 0);
}
inline Error unregister(void* memory) { return cudaHostUnregister(memory); }
#elif defined(KOKKOS_ENABLE_HIP)
using Handle = hipIpcMemHandle_t;
using Error = hipError_t;
inline std::string text(Error e) { return hipGetErrorString(e); }
inline Error allocate_bytes(void** memory, std::size_t bytes) { return hipMalloc(memory, bytes); }
inline Error clear(void* memory, std::size_t bytes) { return hipMemset(memory, 0, bytes); }
inline Error get_handle(Handle* handle, void* memory) { return hipIpcGetMemHandle(handle, memory); }
inline Error open_handle(void** memory, const Handle& handle) {
  return hipIpcOpenMemHandle(memory, handle, hipIpcMemLazyEnablePeerAccess);
}
inline Error last_error() { return hipGetLastError(); }
inline Error close(void* memory) { return hipIpcCloseMemHandle(memory); }
inline Error free(void* memory) { return hipFree(memory); }
inline Error register_host(void* memory, std::size_t bytes) {
  return hipHostRegister(memory, bytes, hipHostRegisterMapped);
}
inline Error device_pointer(void** on_device, void* memory) {
  return hipHostGetDevicePointer(on_device, memory, 0);
}
inline Error unregister(void* memory) { return hipHostUnregister(memory); }
#endif

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
inline std::string problem_of(Error e) { return e == Error(0) ? std::string() : text(e); }
/// Memory of this process, all zero.
inline std::string allocate(void** memory, std::size_t bytes) {
  const Error e = allocate_bytes(memory, bytes);
  return problem_of(e == Error(0) ? clear(*memory, bytes) : e);
}
inline std::string handle_of(Handle* handle, void* memory) {
  return problem_of(get_handle(handle, memory));
}
/// Lets kernels reach memory of the host.
inline std::string register_memory(std::byte* memory, std::size_t bytes, std::byte** on_device) {
  void* pointer = nullptr;
  std::string problem = problem_of(register_host(memory, bytes));
  if (problem.empty()) problem = problem_of(device_pointer(&pointer, memory));
  static_cast<void>(last_error());
  *on_device = static_cast<std::byte*>(pointer);
  return problem;
}
/// Memory of another process.
inline std::string open(void** memory, const Handle& handle) {
  const std::string problem = problem_of(open_handle(memory, handle));
  static_cast<void>(last_error()); // Kokkos would meet the error again at the next launch
  return problem;
}
#endif

} // namespace isobar::device_runtime
