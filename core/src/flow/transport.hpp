#pragma once
#include "device/stencil.hpp"
#include <isobar/core/flow/flow_grid.hpp>

/// Device functions of the flow: convection in divergence form and diffusion by central differences on a staggered grid, along
/// one axis at a time. A face carries the mean of the two numbers beside it. The flow through a control volume's face is the
/// sum of the flows through those parts of cells' faces that it covers. So a control volume conserves mass. Convection alone
/// keeps the sum of squares, on stretched grids too (Verstappen and Veldman, J. Comput. Phys. 187, 2003, section 2).
namespace isobar {

/// The numbers of an axis (FlowNumber) at a cell and the one below it: packs along x, single ones otherwise.
template <class X> struct AxisCell {
  X inverse_below, inverse_width; ///< of the cell below and of this one
  X inverse_low, inverse_high;    ///< 1 / distance of the centres over the low and the high face
  X share;                        ///< of the cell below, in the control volume around the low face
  X open;                         ///< 0 where the low face is a wall, else 1
};

/// A control volume along one axis: 1 / its width, and 1 / distance to the numbers on both sides.
template <class X> struct ControlWidth { X inverse, low, high; };
/// Returns the control volume of a number in the cell's centre.
template <class X> KOKKOS_FORCEINLINE_FUNCTION ControlWidth<X> around_centre(const AxisCell<X>& c) {
  return {c.inverse_width, c.inverse_low, c.inverse_high};
}
/// Returns the control volume of a velocity on the cell's low face, which goes from centre to centre.
template <class X> KOKKOS_FORCEINLINE_FUNCTION ControlWidth<X> around_face(const AxisCell<X>& c) {
  return {c.inverse_low, c.inverse_below, c.inverse_width};
}

template <class V> KOKKOS_FORCEINLINE_FUNCTION V mean(const V& low, const V& high) {
  return typename V::value_type(0.5) * (low + high);
}
/// Returns the flow through a face that covers part of the cell below and part of this one.
template <class V, class X>
KOKKOS_FORCEINLINE_FUNCTION V across(const AxisCell<X>& c, const V& below, const V& own) {
  return own + c.share * (below - own);
}

/// Returns the inflow into a control volume along one axis, over its volume: - d(flow q)/dx + d/dx( diffusivity dq/dx ). In:
/// flow_low and flow_high, the flows through its low and its high face.
template <class V, class X>
KOKKOS_FORCEINLINE_FUNCTION V transported(const ControlWidth<X>& width,
                                          typename V::value_type diffusivity, const V& low,
                                          const V& centre, const V& high, const V& flow_low,
                                          const V& flow_high) {
  const V in = flow_low * mean(low, centre) - (diffusivity * width.low) * (centre - low);
  const V out = flow_high * mean(centre, high) - (diffusivity * width.high) * (high - centre);
  return width.inverse * (in - out);
}

/// Returns the number beyond a wall, from the number x inside.
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V reflected(const Mirror<A>& mirror, const V& x) {
  return mirror.factor * x + V(mirror.shift);
}

} // namespace isobar
