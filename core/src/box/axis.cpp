#include <isobar/core/box/axis.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace isobar {

double Axis::least_width() const {
  double least = width(0);
  for (int i = 1; i < cells(); ++i) least = std::min(least, width(i));
  return least;
}

/// Returns whether all widths are equal, up to the rounding of differences of interfaces.
bool Axis::is_uniform() const {
  const double mean = length() / cells();
  for (int i = 0; i < cells(); ++i)
    if (std::abs(width(i) - mean) > 1e-9 * mean) return false;
  return true;
}

Axis Axis::coarsened() const {
  Axis coarse{{}, low, high};
  for (int i = 0; i < cells(); i += 2) coarse.interfaces.push_back(interfaces[std::size_t(i)]);
  coarse.interfaces.push_back(interfaces.back());
  return coarse;
}

Axis Axis::uniform(int cells, double length, Boundary low, Boundary high) {
  return stretched(cells, length, 1.0, low, high);
}

/// The interfaces lie at x(s) = (1 + tanh(a s) / tanh(a)) / 2 for equidistant s from -1 to 1. The slope of x is cosh(a)^2 times
/// larger in the middle than at the sides.
Axis Axis::stretched(int cells, double length, double ratio, Boundary low, Boundary high) {
  Axis axis{{}, low, high};
  const double a = std::acosh(std::sqrt(std::max(1.0, ratio)));
  for (int i = 0; i <= cells; ++i) {
    const double s = 2.0 * i / cells - 1.0;
    const double share =
        a > 0.0 ? 0.5 * (1.0 + std::tanh(a * s) / std::tanh(a)) : double(i) / cells;
    axis.interfaces.push_back(i == 0 ? 0.0 : i == cells ? length : length * share);
  }
  return axis;
}

void check(const Axis& axis, const std::string& name) {
  const auto refuse = [&](const std::string& why) {
    throw std::invalid_argument(name + ": " + why);
  };
  if (axis.cells() < 1) refuse("no cells; expected at least two interfaces");
  for (int i = 0; i < axis.cells(); ++i)
    if (!(axis.width(i) > 0.0) || !std::isfinite(axis.width(i)))
      refuse("interfaces " + std::to_string(i) + " and " + std::to_string(i + 1) +
             " do not ascend; expected finite numbers from the low side to the high one");
  if ((axis.low == Boundary::periodic) != (axis.high == Boundary::periodic))
    refuse("one side alone is periodic; expected both or none");
}

} // namespace isobar
