#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <stdexcept>
#include <string>

/// The calls of CUDA or HIP that a second queue needs. HIP's calls have been compiled (scripts/check-amd) and never run.
namespace isobar::gpu_events {

#if defined(KOKKOS_ENABLE_CUDA)
using Error = cudaError_t;
using Event = cudaEvent_t;
inline constexpr Error success = cudaSuccess;
inline const char* text(Error e) { return cudaGetErrorString(e); }
inline Error make(Event* event) { return cudaEventCreateWithFlags(event, cudaEventDisableTiming); }
inline Error destroy(Event event) { return cudaEventDestroy(event); }
inline Error record(Event event, cudaStream_t stream) { return cudaEventRecord(event, stream); }
inline Error wait(cudaStream_t stream, Event event) {
  return cudaStreamWaitEvent(stream, event, 0);
}
#elif defined(KOKKOS_ENABLE_HIP)
using Error = hipError_t;
using Event = hipEvent_t;
inline constexpr Error success = hipSuccess;
inline const char* text(Error e) { return hipGetErrorString(e); }
inline Error make(Event* event) { return hipEventCreateWithFlags(event, hipEventDisableTiming); }
inline Error destroy(Event event) { return hipEventDestroy(event); }
inline Error record(Event event, hipStream_t stream) { return hipEventRecord(event, stream); }
inline Error wait(hipStream_t stream, Event event) { return hipStreamWaitEvent(stream, event, 0); }
#endif

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
/// Throws std::runtime_error if a call has failed. In: `what`, the call.
inline void check(Error error, const char* what) {
  if (error != success) throw std::runtime_error(std::string(what) + ": " + text(error));
}
#endif

} // namespace isobar::gpu_events
