#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>

#include <atomic>
#include <sched.h>

/// Flags between kernels of different ranks, which share memory but no kernel: what a rank has written before
/// it sets a flag, another one may read after it has seen the flag.
namespace isobar {

using Epoch = unsigned; ///< of an exchange or a sum, counted from 1; equal on both sides

/// For one thread of a team, after the team has met.
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

/// Waits for a flag. False if it is given up: after so many looks, or when another wait has failed, which is
/// asked seldom, as the answer may lie in the host's memory. For one thread of a team; the team has to meet
/// before others of it read.
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

/// A number that another rank has written: past the first-level cache, which knows nothing of that.
template <class T> KOKKOS_INLINE_FUNCTION T read_written(const T* p) {
  return *static_cast<const volatile T*>(p);
}

} // namespace isobar
