#pragma once
#include "device/stencil.hpp"
#include <isobar/core/grid/inclination.hpp>

/// Device functions of inclined layers. At a vertex and on layer k the energy of the vertex flux (docs/design.md) is that of
///
///     u_k - t d h / m,   d = sum over the columns around of weight (u_above - u_below)
///
/// in place of u_k, half of it with the interface above the layer, half with the one below. With b(u) = sum of slope u,
/// what the vertex adds to the energy is, of an interface between layers k and k+1,
///
///     square g d^2 / 2 - d (below b(u_k) + above b(u_{k+1})),
///
/// and of the half layer on the ground -ground b(u_0)^2 / 2. The derivative by u of a column sums up over its four vertices to stencils of
/// nine points.
namespace isobar {

/// The stencils of a column, nine numbers each, row by row from the column south-west on.
enum class InclinedStencil {
  square, ///< weight g weight
  across, ///< weight slope: what differences along layers do to other layers
  along,  ///< slope weight: what differences between layers do along the layer
  ground  ///< slope ground slope
};
inline constexpr int inclined_points = 9, numbers_of_inclination = 4 * inclined_points;

/// They in memory, in 36 blocks of rows.
template <class A> struct InclinationCells {
  const A* numbers;
  std::ptrdiff_t row, block; ///< numbers from a row to the next, from one of the 36 to the next
  const InclinedInterface<A>* interfaces;

  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V number(InclinedStencil stencil, int point, int i, int j) const {
    return load<V>(numbers + ((int(stencil) * inclined_points + point) * block + j * row + i));
  }
};

/// u of nine columns on one layer, in the order of the stencils.
template <class V> struct ColumnsOfLayer {
  V at[inclined_points];

  template <class Row>
  KOKKOS_FORCEINLINE_FUNCTION static ColumnsOfLayer load_from(const Row& u, int up) {
    return {{u.template value<V>(up, -1, -1), u.template value<V>(up, 0, -1),
             u.template value<V>(up, 1, -1), u.template value<V>(up, -1), u.template value<V>(up),
             u.template value<V>(up, 1), u.template value<V>(up, -1, 1),
             u.template value<V>(up, 0, 1), u.template value<V>(up, 1, 1)}};
  }
};

/// u of nine columns on a layer and on those below and above it. Where there is none, the layer itself stands.
template <class V> struct ColumnsAroundCell { ColumnsOfLayer<V> below, own, above; };

/// What inclined layers add to (A u)_k of a pack of columns.
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V apply_inclination(const InclinationCells<A>& cells, int i, int j,
                                                int k, const ColumnsAroundCell<V>& u) {
  const auto number = [&](InclinedStencil stencil, int point) {
    return cells.template number<V>(stencil, point, i, j);
  };
  V square_down{}, square_up{}, along_down{}, along_up{}, below{}, own{}, above{};
  for (int n = 0; n < inclined_points; ++n) {
    const V down = u.own.at[n] - u.below.at[n], up = u.above.at[n] - u.own.at[n];
    const V square = number(InclinedStencil::square, n), along = number(InclinedStencil::along, n),
            across = number(InclinedStencil::across, n);
    square_down = square_down + square * down;
    square_up = square_up + square * up;
    along_down = along_down + along * down;
    along_up = along_up + along * up;
    below = below + across * u.below.at[n];
    own = own + across * u.own.at[n];
    above = above + across * u.above.at[n];
  }
  const InclinedInterface<A> low = cells.interfaces[k], high = cells.interfaces[k + 1];
  V sum = (low.square * square_down - high.square * square_up) -
          (low.above * along_down + high.below * along_up) -
          (low.below * below + (low.above - high.below) * own - high.above * above);
  if (k > 0) return sum;
  for (int n = 0; n < inclined_points; ++n)
    sum = sum - number(InclinedStencil::ground, n) * u.own.at[n];
  return sum;
}

} // namespace isobar
