#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// The index, in a direction with `count` columns, of the column at n: that of the other side where the domain goes around, or -1
/// beyond a side.
KOKKOS_FORCEINLINE_FUNCTION int column_at(int n, int count, bool goes_around) {
  if (0 <= n && n < count) return n;
  return goes_around ? (n % count + count) % count : -1;
}

} // namespace isobar
