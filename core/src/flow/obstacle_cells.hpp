#pragma once
#include "device/cells.hpp"
#include <isobar/core/flow/flow_grid.hpp>

namespace isobar {

/// The codes of obstacles as kernels see them.
struct ObstacleCells {
  const std::uint32_t* first;
  std::ptrdiff_t row;
  int nz;

  template <class A>
  explicit ObstacleCells(const FlowGrid<A>& g)
      : first(g.obstacles().bits.data()), row(g.obstacles().row), nz(g.nz()) {}
  KOKKOS_FORCEINLINE_FUNCTION bool any() const { return first != nullptr; }
  KOKKOS_FORCEINLINE_FUNCTION const std::uint32_t* at(const Cell& c) const {
    return first + (std::ptrdiff_t(c.j) * nz + c.k) * row + c.i;
  }
};

KOKKOS_FORCEINLINE_FUNCTION bool has_bit(std::uint32_t code, ObstacleBit b) {
  return (code >> int(b)) & 1u;
}

/// Returns, in each column of a pack, `closed` if its cell has the bit, else `open`.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION V chosen(const std::uint32_t* codes, ObstacleBit b, const V& closed,
                                     const V& open) {
  V x = open;
  ISOBAR_UNROLL
  for (int n = 0; n < V::width; ++n)
    if (has_bit(codes[n], b)) x.set(n, closed.get(n));
  return x;
}

} // namespace isobar
