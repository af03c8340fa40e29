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
  double least_width() const;
  bool is_periodic() const { return low == Boundary::periodic; }
  bool is_uniform() const;
  /// The axis with one cell for every two of this one, from the low side on; the last may cover a single one.
  Axis coarsened() const;
  bool operator==(const Axis&) const = default;

  /// Cells of one width from 0 to `length`.
  static Axis uniform(int cells, double length, Boundary low, Boundary high);
  /// Cells from 0 to `length` whose widths grow from both sides to the middle by a hyperbolic tangent. The cells in the middle
  /// are about `ratio` times as wide as those on the sides. 1: uniform.
  static Axis stretched(int cells, double length, double ratio, Boundary low, Boundary high);
};

/// Throws std::invalid_argument in one line that begins with the axis' name if it has no cells, interfaces that do not
/// ascend or are not finite, or a single periodic side.
void check(const Axis& axis, const std::string& name);

} // namespace isobar
