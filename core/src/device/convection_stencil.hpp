#pragma once
#include "device/stencil.hpp"
#include <isobar/core/grid/convection.hpp>

/// Device functions of those terms of the general equation that the factorised matrix lacks.
namespace isobar {

/// The numbers of the convection term in memory. A column has seven, each in a block of its own,
/// and a layer has one structure.
template <class A> struct ConvectionCells {
  const A* columns;
  /// Strides from a row to the next, and from one of the seven blocks to the next.
  std::ptrdiff_t row, block;
  const ConvectionLayer<A>* layers;

  template <class V> KOKKOS_FORCEINLINE_FUNCTION ConvectionColumn<V> column(int i, int j) const {
    const A* const first = columns + (j * row + i);
    return {load<V>(first),
            load<V>(first + block),
            load<V>(first + 2 * block),
            load<V>(first + 3 * block),
            load<V>(first + 4 * block),
            load<V>(first + 5 * block),
            load<V>(first + 6 * block)};
  }
};

/// Returns -w^2 xi . grad u of a pack of columns, volume-integrated (petascale paper, eq. 5;
/// convection.hpp).
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V apply_convection(const ConvectionLayer<A>& layer,
                                               const ConvectionColumn<V>& column,
                                               const Window<V>& u) {
  const V x = column.west * u.west + column.east * u.east + column.x_centre * u.centre;
  const V y = column.south * u.south + column.north * u.north + column.y_centre * u.centre;
  const V z = layer.below * u.below + layer.above * u.above + layer.centre * u.centre;
  return layer.x * x + layer.y * y + column.vertical * z;
}

/// The coefficients of a cell, and its neighbours' coefficients of diffusion.
template <class V> struct CellCoefficients {
  V beta;
  V horizontal, west, east, south, north; ///< alpha_h
  V vertical, below, above;               ///< alpha_v
};

/// Returns the coefficient of two cells in series: 1 / (share / own + (1 - share) / other), with
/// one division. In: `share`, the own cell's share of the distance between the centres.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION V in_series(const V& own, const V& other,
                                        typename V::value_type share) {
  using A = typename V::value_type;
  return own * other * reciprocal(share * other + (A(1) - share) * own);
}

/// Returns the vertical part of apply_full_matrix() over V_T, with the term of beta.
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V apply_full_layers(const LayerCoefficients<A>& layer,
                                                const LayerShares<A>& shares,
                                                const CellCoefficients<V>& c, const Window<V>& u) {
  const V z = layer.b * in_series(c.vertical, c.above, shares.above) * (u.centre - u.above) +
              layer.c * in_series(c.vertical, c.below, shares.below) * (u.centre - u.below);
  return layer.a * c.beta * u.centre + z;
}

/// Returns (A u)_k of a pack of columns if the coefficients are a number a cell. The grid is that
/// of alpha = beta = 1. Its total exceeds the four couplings by the couplings to the domain's
/// sides, which have the cell's own coefficient.
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V apply_full_matrix(const LayerCoefficients<A>& layer,
                                                const LayerShares<A>& shares,
                                                const ColumnStencil<V>& column,
                                                const CellCoefficients<V>& c, const Window<V>& u) {
  const A half = A(0.5);
  const V sides = column.total - ((column.west + column.east) + (column.south + column.north));
  const V x = column.west * in_series(c.horizontal, c.west, half) * (u.centre - u.west) +
              column.east * in_series(c.horizontal, c.east, half) * (u.centre - u.east);
  const V y = column.south * in_series(c.horizontal, c.south, half) * (u.centre - u.south) +
              column.north * in_series(c.horizontal, c.north, half) * (u.centre - u.north);
  return column.vertical * apply_full_layers(layer, shares, c, u) +
         layer.d * (sides * c.horizontal * u.centre + (x + y));
}

/// The couplings of a pack of cells to their neighbours. `sides` is what the domain's sides add to
/// the diagonal, and `own` is the rest of it.
template <class V> struct FaceCouplings { V west, east, south, north, below, sides, own; };

/// Returns the couplings of the matrix that apply_full_matrix() applies.
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION FaceCouplings<V>
face_couplings(const LayerCoefficients<A>& layer, const LayerShares<A>& shares,
               const ColumnStencil<V>& column, const CellCoefficients<V>& c, int k, int nz) {
  const A half = A(0.5);
  const V sides = column.total - ((column.west + column.east) + (column.south + column.north));
  const V below = column.vertical * (layer.c * in_series(c.vertical, c.below, shares.below));
  const V above = column.vertical * (layer.b * in_series(c.vertical, c.above, shares.above));
  const V zero{};
  const V bottom = k == 0 ? below : zero, top = k + 1 == nz ? above : zero;
  return {layer.d * (column.west * in_series(c.horizontal, c.west, half)),
          layer.d * (column.east * in_series(c.horizontal, c.east, half)),
          layer.d * (column.south * in_series(c.horizontal, c.south, half)),
          layer.d * (column.north * in_series(c.horizontal, c.north, half)),
          k == 0 ? zero : below,
          layer.d * (sides * c.horizontal),
          column.vertical * (layer.a * c.beta) + (bottom + top)};
}

} // namespace isobar
