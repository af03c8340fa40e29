#pragma once
#include "device/stencil.hpp"
#include <isobar/core/grid/inclination.hpp>

/// Device functions of inclined layers. At a vertex and on layer k, the energy of the vertex flux
/// (docs/discretisation.md) is taken of
///
///     u_k - t d h / m,   d = sum over the columns around of weight (u_above - u_below)
///
/// in place of u_k: one half of it with the interface above the layer, the other half with the one
/// below. With b(u) = sum of slope u, the vertex adds to the energy, for an interface between
/// layers k and k+1,
///
///     square g d^2 / 2 - d (below b(u_k) + above b(u_{k+1})),
///
/// and -ground b(u_0)^2 / 2 for the half layer on the ground. The derivatives by u of a column add
/// up over its four vertices to stencils of nine points.
namespace isobar {

/// The stencils of a column. Each has nine numbers, row by row from the column south-west on.
enum class InclinedStencil {
  square, ///< weight g weight
  across, ///< weight slope: the effect of differences along layers on other layers
  along,  ///< slope weight: the effect of differences between layers along the layer
  ground  ///< slope ground slope
};
inline constexpr int inclined_points = 9, numbers_of_inclination = 4 * inclined_points;

/// The stencils in memory, in 36 blocks of rows.
template <class A> struct InclinationCells {
  const A* numbers;
  /// Strides from a row to the next, and from one of the 36 blocks to the next.
  std::ptrdiff_t row, block;
  const InclinedInterface<A>* interfaces;
  /// The number of points. The compiler does not know it, so it does not unroll the loops: nvcc
  /// would need 1900 bytes beyond a thread's registers.
  int points = inclined_points;

  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V number(InclinedStencil stencil, int point, int i, int j) const {
    return load<V>(numbers + ((int(stencil) * inclined_points + point) * block + j * row + i));
  }
};

/// Returns the terms of inclined layers in (A u)_k of a pack of columns. `u` is the field's row of
/// cells. The layer itself stands in for a missing layer below or above. The function reads each
/// column where it uses it, because 27 packs of u would not fit a thread's registers.
template <class V, class A, class Row>
KOKKOS_FORCEINLINE_FUNCTION V apply_inclination(const InclinationCells<A>& cells, const Cell& c,
                                                int nz, const Row& u) {
  const int below = c.k > 0 ? -1 : 0, above = c.k + 1 < nz ? 1 : 0;
  const auto number = [&](InclinedStencil stencil, int point) {
    return cells.template number<V>(stencil, point, c.i, c.j);
  };
  const InclinedInterface<A> low = cells.interfaces[c.k], high = cells.interfaces[c.k + 1];
  V sum{};
  for (int n = 0; n < cells.points; ++n) {
    const int east = n % 3 - 1, north = n / 3 - 1;
    const V own = u.template value<V>(0, east, north),
            lower = u.template value<V>(below, east, north),
            upper = u.template value<V>(above, east, north);
    const V down = own - lower, up = upper - own;
    sum = sum + number(InclinedStencil::square, n) * (low.square * down - high.square * up);
    sum = sum - number(InclinedStencil::along, n) * (low.above * down + high.below * up);
    sum = sum - number(InclinedStencil::across, n) *
                    (low.below * lower + (low.above - high.below) * own - high.above * upper);
  }
  if (c.k > 0) return sum;
  for (int n = 0; n < cells.points; ++n)
    sum = sum - number(InclinedStencil::ground, n) * u.template value<V>(0, n % 3 - 1, n / 3 - 1);
  return sum;
}

} // namespace isobar
