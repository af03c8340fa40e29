#pragma once
/// The only file that depends on the version of Kokkos: 3.4 (in Debian 12's Trilinos) to 5.x. All
/// other files use what these versions share.
#include <Kokkos_Core.hpp>
#include <array>

namespace isobar {

using ExecutionSpace = Kokkos::DefaultExecutionSpace;
using MemorySpace = ExecutionSpace::memory_space;
using HostSpace = Kokkos::HostSpace;
using TeamPolicy = Kokkos::TeamPolicy<ExecutionSpace>;
using Member = TeamPolicy::member_type;

/// Whether the host can access the fields' memory. If so, a lane works on a pack of columns and a
/// team is one thread. Otherwise a lane is one column and teams are wide.
inline constexpr bool on_host =
    Kokkos::SpaceAccessibility<Kokkos::DefaultHostExecutionSpace, MemorySpace>::accessible &&
    std::is_same_v<ExecutionSpace, Kokkos::DefaultHostExecutionSpace>;

/// Host memory that a device accesses at the full rate of its bus, without waiting for the host. It
/// has locked pages if the device has memory of its own.
#if defined(KOKKOS_HAS_SHARED_HOST_PINNED_SPACE)
using PinnedSpace = Kokkos::SharedHostPinnedSpace;
#elif defined(KOKKOS_ENABLE_CUDA)
using PinnedSpace = Kokkos::CudaHostPinnedSpace;
#else
using PinnedSpace = HostSpace;
#endif

/// Whether launches can be recorded and replayed (launch_graph.hpp).
#if defined(KOKKOS_ENABLE_CUDA)
inline constexpr bool records_launches = true;
#else
inline constexpr bool records_launches = false;
#endif

/// Makes two queues of the device; Kokkos allocates memory four times for each (device_queues.hpp).
inline std::array<ExecutionSpace, 2> new_queues() {
#if KOKKOS_VERSION >= 40000
  const auto queues = Kokkos::Experimental::partition_space(ExecutionSpace(), 1, 1);
  return {queues[0], queues[1]};
#else
  return {};
#endif
}

#if defined(KOKKOS_ENABLE_CUDA)
/// The stream of a queue.
inline cudaStream_t stream_of(const ExecutionSpace& queue) { return queue.cuda_stream(); }
#elif defined(KOKKOS_ENABLE_HIP)
/// The stream of a queue.
inline hipStream_t stream_of(const ExecutionSpace& queue) { return queue.hip_stream(); }
#endif

/// Returns a policy with which a GPU takes kernels of any size as arguments. Above 512 bytes Kokkos
/// would otherwise use constant memory, so that a launch waits for the one before and cannot be
/// recorded.
template <class Policy> auto as_arguments(const Policy& policy) {
  if constexpr (on_host) return policy;
  else
    return Kokkos::Experimental::require(policy,
                                         Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

/// A GPU must unroll loops over register arrays completely, because a register has no index.
#ifdef __CUDA_ARCH__
#define ISOBAR_UNROLL _Pragma("unroll")
#else
#define ISOBAR_UNROLL
#endif

/// The number of a GPU's lanes that run in step: 32 on NVIDIA's, 64 on AMD's.
#if defined(KOKKOS_ENABLE_HIP)
inline constexpr int lanes_in_step = 64;
#else
inline constexpr int lanes_in_step = 32;
#endif

/// Returns n, which must be equal on all lanes of a GPU's warp. The compiler then knows this, and
/// keeps once for the warp what follows from n. All lanes must call it.
KOKKOS_FORCEINLINE_FUNCTION int same_in_warp(int n) {
#ifdef __CUDA_ARCH__
  return __shfl_sync(0xffffffff, n, 0);
#else
  return n;
#endif
}

/// The number of lanes that exchange numbers without a barrier (shuffled).
#if defined(KOKKOS_ENABLE_SYCL)
inline constexpr int lanes_that_exchange = 1;
#else
inline constexpr int lanes_that_exchange = lanes_in_step;
#endif

/// Returns x of the thread whose rank in the team is `ranks` higher. The result is arbitrary if
/// that thread is in another warp. All lanes must call it.
template <class T> KOKKOS_FORCEINLINE_FUNCTION T shuffled(T x, [[maybe_unused]] int ranks) {
#if defined(__CUDA_ARCH__)
  return ranks < 0 ? __shfl_up_sync(0xffffffff, x, -ranks) : __shfl_down_sync(0xffffffff, x, ranks);
#elif defined(__HIP_DEVICE_COMPILE__)
  return ranks < 0 ? __shfl_up(x, -ranks) : __shfl_down(x, ranks);
#else
  return x;
#endif
}

/// Two sums of one kernel, reduced together (CG needs two at once).
struct Sums {
  double first = 0.0;
  double second = 0.0;
  KOKKOS_INLINE_FUNCTION Sums& operator+=(const Sums& o) {
    first += o.first;
    second += o.second;
    return *this;
  }
#if KOKKOS_VERSION < 30700 // before 3.7, reducers join through volatile references
  KOKKOS_INLINE_FUNCTION void operator+=(const volatile Sums& o) volatile {
    first = first + o.first;
    second = second + o.second;
  }
#endif
};

/// The largest of some non-negative numbers, and the sum of others. The operator += keeps the
/// larger number and adds the sums, so that both reduce like a sum. A NaN stays.
struct Largest {
  double value = 0.0;
  double sum = 0.0;
  KOKKOS_INLINE_FUNCTION Largest& operator+=(const Largest& o) {
    if (value == value && !(o.value <= value)) value = o.value;
    sum += o.sum;
    return *this;
  }
#if KOKKOS_VERSION < 30700
  KOKKOS_INLINE_FUNCTION void operator+=(const volatile Largest& o) volatile {
    if (value == value && !(o.value <= value)) value = o.value;
    sum = sum + o.sum;
  }
#endif
};

} // namespace isobar

template <> struct Kokkos::reduction_identity<isobar::Sums> {
  KOKKOS_FORCEINLINE_FUNCTION static isobar::Sums sum() { return {}; }
};
template <> struct Kokkos::reduction_identity<isobar::Largest> {
  KOKKOS_FORCEINLINE_FUNCTION static isobar::Largest sum() { return {}; }
};
