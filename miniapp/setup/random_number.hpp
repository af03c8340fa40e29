#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <cstdint>

namespace isobar {

/// A number in [-1, 1) that depends only on seed and index. SplitMix64
/// hashes the index, so no generator has to be advanced to a rank's cells.
KOKKOS_INLINE_FUNCTION double random_number(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t x = seed * 0x9e3779b97f4a7c15U + index;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 30)) * 0x94d049bb133111ebU;
  return 2.0 * double((x ^ (x >> 31)) >> 11) * 0x1p-53 - 1.0;
}

} // namespace isobar
