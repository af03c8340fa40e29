#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
#include <xmmintrin.h>
#endif

namespace isobar {

/// While it lives, a host's thread takes numbers below the least normal one for 0. Solutions that decay from column to column reach them in
/// float, and x86 computes with them a hundred times slower. Elsewhere it does nothing.
class FlushToZero {
public:
#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
  FlushToZero() : before_(_mm_getcsr()) { _mm_setcsr(before_ | inputs | results); }
  ~FlushToZero() { _mm_setcsr(before_); }

private:
  static constexpr unsigned inputs = 0x40, results = 0x8000;
  unsigned before_;
#else
  KOKKOS_FUNCTION FlushToZero() {}
  KOKKOS_FUNCTION ~FlushToZero() {}

public:
#endif
  FlushToZero(const FlushToZero&) = delete;
  FlushToZero& operator=(const FlushToZero&) = delete;
};

} // namespace isobar
