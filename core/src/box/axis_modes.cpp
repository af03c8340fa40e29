#include <isobar/core/box/axis_modes.hpp>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace isobar {

AxisModes AxisModes::of(const Axis& axis, const std::string& name) {
  if (!axis.is_uniform())
    throw std::invalid_argument(name + ": cells of different widths have no Fourier transform; "
                                       "expected equal ones");
  const int n = axis.cells();
  if (axis.is_periodic()) return {n, n, true, false, 0};
  const bool sines = axis.low == Boundary::dirichlet;
  if (axis.low == axis.high) return {n, n, false, sines, 0};
  return {n, 2 * n, false, sines, sines ? 1 : -1};
}

std::vector<double> eigenvalues(const AxisModes& m) {
  std::vector<double> values(std::size_t(m.cells));
  for (int q = 0; q < m.length; ++q) {
    if (m.mode(q) < 0) continue;
    const double waves = m.periodic ? 2.0 * q / m.length
                         : m.sines  ? double(m.length - q) / m.length
                                    : double(q) / m.length;
    const double half = std::sin(0.5 * std::numbers::pi * waves);
    values[std::size_t(m.mode(q))] = 4.0 * half * half;
  }
  return values;
}

std::vector<double> turns(const AxisModes& m) {
  std::vector<double> numbers;
  for (int q = 0; 2 * q <= m.length; ++q) {
    const double angle = m.periodic ? 0.0 : -0.5 * std::numbers::pi * q / m.length;
    numbers.push_back(std::cos(angle));
    numbers.push_back(std::sin(angle));
  }
  return numbers;
}

} // namespace isobar
