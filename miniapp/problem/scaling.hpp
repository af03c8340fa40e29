#pragma once
#include <isobar/comm/mpi.hpp>
#include <isobar/core/field/host_order.hpp>

#include <cmath>

namespace isobar {

/// A power of two by which a field has been divided: no number of it is rounded by that, unless it is
/// beyond what a double can hold in full.
struct Scale {
  int exponent = 0;
  double undone(double x) const { return std::ldexp(x, exponent); }
  /// Multiplies again. Nothing to do for most fields.
  void undo(const HostField& field) const;
};

/// Divides the right-hand side by a power of two if its largest number is very large or very small. The
/// equation is linear, so the solution is divided too, and no square of a norm overflows or becomes
/// zero. Nothing is done to a right-hand side of zeros, or with a number that is not finite. Collective.
Scale normalise(const MpiComm& comm, const HostField& right_side);

} // namespace isobar
