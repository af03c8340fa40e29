#pragma once
#include <cstdint>

namespace isobar {

/// A number in [-1, 1) that depends on seed and index alone: SplitMix64, a hash of the index, so that
/// no generator has to be advanced to a rank's cells.
inline double random_number(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t x = seed * 0x9e3779b97f4a7c15U + index;
  for (const std::uint64_t factor : {0xbf58476d1ce4e5b9U, 0x94d049bb133111ebU})
    x = (x ^ (x >> 30)) * factor;
  return 2.0 * double((x ^ (x >> 31)) >> 11) * 0x1p-53 - 1.0;
}

} // namespace isobar
