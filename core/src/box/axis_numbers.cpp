#include "box/axis_numbers.hpp"

#include <algorithm>

namespace isobar {
namespace {

/// Returns the cell that replaces cell i, which may lie beyond an end.
int inside(const Axis& axis, int i) {
  const int n = axis.cells();
  if (axis.is_periodic()) return (i % n + n) % n;
  return std::clamp(i, 0, n - 1);
}

/// Returns the distance of the centres of cells i-1 and i, one of which may lie beyond an end.
double step(const Axis& axis, int i) {
  return 0.5 * (axis.width(inside(axis, i - 1)) + axis.width(inside(axis, i)));
}

bool is_side(const Axis& axis, int interface) {
  return !axis.is_periodic() && (interface == 0 || interface == axis.cells());
}

/// Returns 1 / distance of the centres on both sides of an interface. It is 0 on a side, and for a single periodic cell, whose
/// fluxes to itself cancel.
double coupling(const Axis& axis, int interface) {
  return is_side(axis, interface) || axis.cells() == 1 ? 0.0 : 1.0 / step(axis, interface);
}

/// Returns what a Dirichlet side adds to the diagonal of cell i, or 0. Half a cell lies between the side and the centre.
double held(const Axis& axis, int i, bool high) {
  const bool at_side = is_side(axis, high ? i + 1 : i);
  return at_side && (high ? axis.high : axis.low) == Boundary::dirichlet ? 2.0 / axis.width(i)
                                                                         : 0.0;
}

/// Returns the diagonal of a smoother (AxisNumber::inner). In: `total`, the sum of a cell's two couplings and its sides'
/// shares.
double inner(const Axis& axis, int i, double total, bool uniform) {
  return uniform && axis.cells() > 1 ? 2.0 / axis.width(i) : total;
}

struct Weights {
  double near, far;
};

/// Returns the weights with which a cell interpolates linearly between its own coarse cell and the one beside it. Beyond a side
/// lies the mirror image of its own coarse cell. The image has the same sign at a Neumann side, and the opposite sign at a
/// Dirichlet side.
Weights interpolation(const Axis& axis, int i, bool halved) {
  if (!halved) return {1.0, 0.0};
  const Axis coarse = axis.coarsened();
  const int own = i / 2, beside = i % 2 == 0 ? own - 1 : own + 1;
  const double from_own = axis.centre(i) - coarse.centre(own);
  if (from_own == 0.0) return {1.0, 0.0}; // it is alone in its coarse cell
  const int interface = std::max(own, beside);
  const double far = std::abs(from_own) / step(coarse, interface);
  if (!is_side(coarse, interface)) return {1.0 - far, far};
  const bool zero = (interface == 0 ? axis.low : axis.high) == Boundary::dirichlet;
  return {zero ? 1.0 - 2.0 * far : 1.0, 0.0};
}

} // namespace

std::vector<NumbersOfCell> numbers_of_axis(const Axis& axis, int first, int count, bool halved) {
  const bool uniform = axis.is_uniform();
  std::vector<NumbersOfCell> cells;
  for (int n = -axis_halo; n < count + axis_halo; ++n) {
    const int i = inside(axis, first + n);
    const double low = coupling(axis, i), high = coupling(axis, i + 1);
    const bool exists = axis.is_periodic() || i == first + n;
    const double total = low + high + held(axis, i, false) + held(axis, i, true);
    const Weights w = exists ? interpolation(axis, i, halved) : Weights{0.0, 0.0};
    cells.push_back(
        {axis.width(i), low, high, total, inner(axis, i, total, uniform), w.near, w.far});
  }
  return cells;
}

} // namespace isobar
