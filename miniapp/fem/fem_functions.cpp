#include "fem/fem_functions.hpp"

#include <cmath>
#include <numbers>

namespace isobar {
namespace {

using std::numbers::pi;

double zero(Point) { return 0.0; }
double bubble(double s) { return 4.0 * s * (1.0 - s); }
double bubble_slope(double s) { return 4.0 - 8.0 * s; }

KnownFunction sines() {
  KnownFunction f;
  f.value = [](Point p) { return std::sin(pi * p.x) * std::sin(pi * p.y); };
  f.gradient = [](Point p) {
    return Point{pi * std::cos(pi * p.x) * std::sin(pi * p.y),
                 pi * std::sin(pi * p.x) * std::cos(pi * p.y)};
  };
  f.laplacian = [](Point p) { return -2.0 * pi * pi * std::sin(pi * p.x) * std::sin(pi * p.y); };
  return f;
}

KnownFunction polynomial() {
  KnownFunction f;
  f.value = [](Point p) { return bubble(p.x) * bubble(p.y); };
  f.gradient = [](Point p) {
    return Point{bubble_slope(p.x) * bubble(p.y), bubble(p.x) * bubble_slope(p.y)};
  };
  f.laplacian = [](Point p) { return -8.0 * (bubble(p.x) + bubble(p.y)); };
  return f;
}

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

KnownFunction known_function(fem::FunctionName name) {
  switch (name) {
  case fem::FunctionName::one: break;
  case fem::FunctionName::x: return linear(0, 1, 0);
  case fem::FunctionName::y: return linear(0, 0, 1);
  case fem::FunctionName::sines: return sines();
  case fem::FunctionName::polynomial: return polynomial();
  case fem::FunctionName::logarithm: return logarithm();
  }
  return linear(1, 0, 0);
}

PointFunction function_of(const fem::Function& function) {
  if (function.name) return known_function(*function.name).value;
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
