#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#if defined(__SSE2__) && !defined(KOKKOS_ENABLE_CUDA) && !defined(KOKKOS_ENABLE_HIP) &&            \
    !defined(KOKKOS_ENABLE_SYCL)
#include <xmmintrin.h>

namespace isobar {

/// Makes a host's thread take numbers below the least normal one for 0 while this object lives. In
/// float, solutions that decay from column to column reach such numbers, and x86 computes with them
/// a hundred times slower.
class FlushToZero {
public:
  FlushToZero() : before_(_mm_getcsr()) { _mm_setcsr(before_ | inputs | results); }
  ~FlushToZero() { _mm_setcsr(before_); }
  FlushToZero(const FlushToZero&) = delete;
  FlushToZero& operator=(const FlushToZero&) = delete;

private:
  static constexpr unsigned inputs = 0x40, results = 0x8000;
  unsigned before_;
};

} // namespace isobar
#else
namespace isobar {

/// Does nothing if kernels run on a device or the host is not an x86.
struct FlushToZero {
  KOKKOS_FUNCTION FlushToZero() {}
  KOKKOS_FUNCTION ~FlushToZero() {}
  FlushToZero(const FlushToZero&) = delete;
  FlushToZero& operator=(const FlushToZero&) = delete;
};

} // namespace isobar
#endif
