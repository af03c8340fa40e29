#pragma once
#include <isobar/core/fem/fem_problem.hpp>

#include <functional>
#include <span>

namespace isobar {

/// A known function with its gradient.
struct ExactFunction {
  PointFunction value;
  std::function<Point(Point)> gradient;
};

/// Errors in L2, and in the energy norm of c = 1, which is the L2 norm of the gradient.
struct FemErrors {
  double l2 = 0.0, energy = 0.0;
};

/// Returns the errors of a function of a space against a known one. `u`: its values
/// at the unknowns, on the host. Integrals have four Gauss points on each axis of an
/// element. On a part of a mesh, u has ghosts behind the owned unknowns. Integrals
/// are then those over the rank's own elements, and the squares of all ranks add up.
FemErrors fem_errors(const FemSpace& space, std::span<const double> u, const ExactFunction& exact);

/// Returns the error on the rims: the root of the sum of weight times
/// the integral of the squared error. `weights`: one for each rim.
double rim_error(const FemSpace& space, std::span<const double> u, const PointFunction& exact,
                 std::span<const double> weights);

} // namespace isobar
