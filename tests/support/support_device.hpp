#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <vector>

namespace isobar {

/// Integers in the device's memory.
using Numbers = Kokkos::View<int*, MemorySpace>;

/// A copy of them on the host, behind all that the device was given.
inline std::vector<int> contents(const Numbers& numbers) {
  std::vector<int> all(numbers.size());
  Kokkos::deep_copy(Kokkos::View<int*, HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                        all.data(), all.size()),
                    numbers);
  return all;
}

/// A kernel that writes a number to a place.
struct Store {
  int* place;
  int number;
  KOKKOS_FUNCTION void operator()(int) const { *place = number; }
};

} // namespace isobar
