#include <isobar/core/fem/mesh_function.hpp>

#include <cmath>

namespace isobar {

PointFunction scaled(const PointFunction& function, int exponent) {
  if (!function || exponent == 0) return function;
  return [function, exponent](Point p) { return std::ldexp(function(p), exponent); };
}

MeshFunction MeshFunction::scaled(int exponent) const {
  MeshFunction result;
  result.of_place_ = isobar::scaled(of_place_, exponent);
  for (const double x : of_quads_) result.of_quads_.push_back(std::ldexp(x, exponent));
  return result;
}

} // namespace isobar
