#pragma once
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <cmath>
#include <limits>

namespace isobar {

/// Sets most = max(most, |value|), or infinity if the value is not finite: a NaN has no order.
KOKKOS_INLINE_FUNCTION void take_magnitude(double value, double& most) {
  const double x = value < 0.0 ? -value : value;
  if (!(x <= most)) most = x <= std::numeric_limits<double>::max() ? x : HUGE_VAL;
}

/// A power of two by which a field has been divided. It rounds no number,
/// unless the quotient is too small to have all digits of a double.
struct Scale {
  int exponent = 0;
  double undone(double x) const { return std::ldexp(x, exponent); }
  /// Divides the field by the scale. Most scales have
  /// exponent 0, and the field then stays as it is.
  void apply(const HostField& field) const;
  /// Multiplies the field by the scale.
  void undo(const HostField& field) const;
};

/// The controls of a solve whose right-hand side has been divided by the scale.
inline SolveControls scaled(SolveControls controls, Scale scale) {
  controls.absolute_tolerance /= scale.undone(1.0);
  return controls;
}

/// The scale for a right-hand side with this largest absolute
/// value; exponent 0 if the value is 0 or not finite.
Scale scale_of(double largest);
/// The scale for a right-hand side whose largest value is at least 2^exponent and below the next
/// power of two. The value itself need not be a double.
Scale scale_of_exponent(int exponent);

/// Divides the right-hand side by a power of two if its largest number is very large or very small.
/// The equation is linear, so the solution is divided, too, and no square of a norm overflows or
/// becomes zero. Does nothing if all numbers are zero or one is not finite. Collective.
Scale normalise(const MpiComm& comm, const HostField& right_side);

} // namespace isobar
