#pragma once
#include <isobar/core/fem/fem_problem.hpp>

#include <functional>
#include <span>

namespace isobar {

/// A function that is known, with its gradient.
struct ExactFunction {
  PointFunction value;
  std::function<Point(Point)> gradient;
};

/// In L2, and in the energy norm of c = 1: that of the gradient.
struct FemErrors {
  double l2 = 0.0, energy = 0.0;
};

/// How far a function of a space, given by its values at the unknowns on the host, is from a known one: integrals with four Gauss points
/// on each axis of an element. On the host. On a part of a mesh u has ghosts behind the owned unknowns, integrals are those over the rank's
/// own elements, and the squares of all ranks add up.
FemErrors fem_errors(const FemSpace& space, std::span<const double> u, const ExactFunction& exact);

/// The same on the rims, of which each has a weight: the root of the sum of weight times the integral of the squared error.
double rim_error(const FemSpace& space, std::span<const double> u, const PointFunction& exact,
                 std::span<const double> weights);

} // namespace isobar
