#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>

#include <atomic>
#include <sched.h>

/// Flags between kernels of ranks that share memory. After a rank has
/// seen a flag, it may read what the other rank wrote before setting it.
namespace isobar {

using Epoch = unsigned; ///< of an exchange or a sum, counted from 1; equal on both sides

/// Sets a flag. One thread of a team calls it, after a barrier of the team.
KOKKOS_INLINE_FUNCTION void set_flag(Epoch* flag, Epoch epoch) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  __threadfence_system();
  *static_cast<volatile Epoch*>(flag) = epoch;
#else
  std::atomic_ref(*flag).store(epoch, std::memory_order_release);
#endif
}

/// Whether the flag has come so far; epochs go round after 2^32.
KOKKOS_INLINE_FUNCTION bool has_come(Epoch* flag, Epoch epoch) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  const Epoch seen = *static_cast<volatile Epoch*>(flag);
#else
  const Epoch seen = std::atomic_ref(*flag).load(std::memory_order_acquire);
#endif
  return int(seen - epoch) >= 0;
}

/// Waits for a flag. Returns false when it gives up: after `most_looks` looks, or after another
/// wait has failed. It checks the latter seldom, because that number may be in host memory. One
/// thread of a team calls it; the team needs a barrier before its other threads read.
template <class Failed>
KOKKOS_INLINE_FUNCTION bool wait_for(Epoch* flag, Epoch epoch, Int64 most_looks,
                                     const Failed& another_failed) {
  constexpr Int64 seldom = 1 << 12;
  for (Int64 look = 0; look < most_looks; ++look) {
    if (look % seldom == seldom - 1 && another_failed()) return false;
    if (has_come(flag, epoch)) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
      __threadfence_system();
#endif
      return true;
    }
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
    sched_yield(); // the other rank may want this core
#endif
  }
  return false;
}

/// Reads a number that another rank has written, past the
/// first-level cache, which may hold an old value.
template <class T> KOKKOS_INLINE_FUNCTION T read_written(const T* p) {
  return *static_cast<const volatile T*>(p);
}

} // namespace isobar
