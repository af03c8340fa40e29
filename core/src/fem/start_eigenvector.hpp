#pragma once
#include "sparse/ell_storage.hpp"

#include <isobar/core/base/device_array.hpp>

#include <vector>

namespace isobar {

/// Fills x with numbers that look rough. They follow from `ids`, the unknowns' numbers over all ranks, or from the unknowns'
/// places if `ids` is empty.
template <class T>
void start_eigenvector(const Kokkos::View<T*, MemorySpace>& x, const std::vector<Int64>& ids) {
  const auto names = on_device("isobar fem ids", ids);
  const bool named = !ids.empty();
  Kokkos::parallel_for(
      "isobar/fem_start_eigenvector", AllRows(0, Int64(x.extent(0))), KOKKOS_LAMBDA(Int64 n) {
        const Int64 id = named ? names(n) : n;
        x(n) = T(1 + (id * 7919) % 1013) * (id % 2 == 0 ? T(1) : T(-1));
      });
}

} // namespace isobar
