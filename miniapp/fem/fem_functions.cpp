#include "fem/fem_functions.hpp"

#include <cmath>
#include <numbers>

namespace isobar {
namespace {

using std::numbers::pi;

double zero(Point) { return 0.0; }

/// A function of one coordinate with both derivatives.
struct AxisFunction {
  double (*value)(double), (*slope)(double), (*curvature)(double);
};

/// The product of the function of x, of y and, in space, of z.
KnownFunction product(const AxisFunction& axis, int dimensions) {
  const auto in_z = [axis, dimensions](double (*of)(double), double in_plane, double z) {
    return dimensions == 3 ? of(z) : in_plane;
  };
  KnownFunction f;
  f.value = [=](Point p) { return axis.value(p.x) * axis.value(p.y) * in_z(axis.value, 1.0, p.z); };
  f.gradient = [=](Point p) {
    const double x = axis.value(p.x), y = axis.value(p.y), z = in_z(axis.value, 1.0, p.z);
    return Point{axis.slope(p.x) * y * z, x * axis.slope(p.y) * z,
                 x * y * in_z(axis.slope, 0.0, p.z)};
  };
  f.laplacian = [=](Point p) {
    const double x = axis.value(p.x), y = axis.value(p.y), z = in_z(axis.value, 1.0, p.z);
    return (axis.curvature(p.x) * y + x * axis.curvature(p.y)) * z +
           x * y * in_z(axis.curvature, 0.0, p.z);
  };
  return f;
}

constexpr AxisFunction sine{[](double s) { return std::sin(pi * s); },
                            [](double s) { return pi * std::cos(pi * s); },
                            [](double s) { return -pi * pi * std::sin(pi * s); }};
constexpr AxisFunction bubble{[](double s) { return 4.0 * s * (1.0 - s); },
                              [](double s) { return 4.0 - 8.0 * s; }, [](double) { return -8.0; }};

KnownFunction logarithm() {
  const auto square = [](Point p) { return p.x * p.x + p.y * p.y; };
  KnownFunction f;
  f.value = [=](Point p) { return 0.5 * std::log(square(p)); };
  f.gradient = [=](Point p) { return Point{p.x / square(p), p.y / square(p)}; };
  f.laplacian = zero;
  return f;
}

KnownFunction linear(double constant, double along_x, double along_y) {
  KnownFunction f;
  f.value = [=](Point p) { return constant + along_x * p.x + along_y * p.y; };
  f.gradient = [=](Point) { return Point{along_x, along_y}; };
  f.laplacian = zero;
  return f;
}

} // namespace

KnownFunction known_function(fem::FunctionName name, int dimensions) {
  switch (name) {
  case fem::FunctionName::one: break;
  case fem::FunctionName::x: return linear(0, 1, 0);
  case fem::FunctionName::y: return linear(0, 0, 1);
  case fem::FunctionName::sines: return product(sine, dimensions);
  case fem::FunctionName::polynomial: return product(bubble, dimensions);
  case fem::FunctionName::logarithm: return logarithm();
  }
  return linear(1, 0, 0);
}

PointFunction function_of(const fem::Function& function, int dimensions) {
  if (function.name) return known_function(*function.name, dimensions).value;
  return [number = function.number](Point) { return number; };
}

PointFunction reaction_of(const fem::Diffusion& reaction) {
  if (reaction.name) return function_of(reaction);
  if (reaction.number == 0.0) return {};
  return [number = reaction.number](Point) { return number; };
}

PointFunction function_of(const fem::Diffusion& diffusion) {
  if (!diffusion.name) {
    if (diffusion.number == 1.0) return {};
    return [number = diffusion.number](Point) { return number; };
  }
  switch (*diffusion.name) {
  case fem::DiffusionName::wave: break;
  case fem::DiffusionName::radial: return [](Point p) { return 1.0 + p.x * p.x + p.y * p.y; };
  case fem::DiffusionName::jump: return [](Point p) { return p.x * p.y > 0.0 ? 100.0 : 1.0; };
  }
  return [](Point p) { return 1.0 + 0.5 * std::sin(pi * p.x) * std::sin(pi * p.y); };
}

} // namespace isobar
