#pragma once
#include <isobar/core/grid/boundaries.hpp>

#include <string>
#include <vector>

namespace isobar {

/// One direction of a box: the interfaces of its cells, and the boundary conditions at both ends.
struct Axis {
  std::vector<double> interfaces; ///< ascending, one more than there are cells
  Boundary low = Boundary::dirichlet, high = Boundary::dirichlet;

  int cells() const { return int(interfaces.size()) - 1; }
  double length() const { return interfaces.back() - interfaces.front(); }
  double width(int i) const { return interfaces[std::size_t(i) + 1] - interfaces[std::size_t(i)]; }
  double centre(int i) const {
    return 0.5 * (interfaces[std::size_t(i)] + interfaces[std::size_t(i) + 1]);
  }
  /// The width of the narrowest cell.
  double least_width() const;
  bool is_periodic() const { return low == Boundary::periodic; }
  /// Whether all cells have the same width.
  bool is_uniform() const;
  /// Returns the axis that has one cell for every two of this one,
  /// from the low side on. Its last cell may cover a single one.
  Axis coarsened() const;
  bool operator==(const Axis&) const = default;

  /// Returns an axis with cells of one width from 0 to `length`.
  static Axis uniform(int cells, double length, Boundary low, Boundary high);
  /// Returns an axis from 0 to `length` whose cells widen from both sides to the
  /// middle by a hyperbolic tangent. The cells in the middle are about `ratio`
  /// times as wide as those on the sides. A ratio of 1 makes the axis uniform.
  static Axis stretched(int cells, double length, double ratio, Boundary low, Boundary high);
};

/// Throws std::invalid_argument if an axis has no cells, interfaces that do not ascend or are
/// not finite, or only one periodic side. The message is one line that begins with `name`.
void check(const Axis& axis, const std::string& name);

} // namespace isobar
