#pragma once
#include <isobar/core/box/axis.hpp>
#include <isobar/core/grid/coarsening.hpp>

#include <vector>

namespace isobar {

/// A box of cells, the product of three axes. z is the vertical: its cells are the layers of fields, which are never dealt to
/// ranks. Lengths are in the units of the program.
struct BoxSpec {
  Axis x, y, z;

  /// Of the directions that are dealt to ranks.
  Periodic periodic() const { return {x.is_periodic(), y.is_periodic()}; }
  /// No side fixes u: constants solve the homogeneous equation.
  bool is_singular() const;
  double volume() const { return x.length() * y.length() * z.length(); }
  Int64 cells() const { return Int64(x.cells()) * y.cells() * z.cells(); }
  bool operator==(const BoxSpec&) const = default;
};
/// Throws std::invalid_argument as check(Axis) does.
void check(const BoxSpec& spec);

/// The axes that the next coarser level of a box halves.
struct Halving {
  bool x = true, y = true, z = true;
  bool any() const { return x || y || z; }
  bool all() const { return x && y && z; }
  Coarsening columns() const { return {x, y}; }
  bool operator==(const Halving&) const = default;
};

/// All axes in which cells are less than 1.5 times as wide as where they are narrowest: errors are smooth after smoothing in
/// the directions of strong coupling only, which goes with the square of 1 / width. The last cell of an axis is not looked at:
/// that of a coarser level of an odd number is narrow in any case. Axes of one cell cannot be halved, nor periodic ones of an odd
/// number. None: there is no coarser level.
Halving next_halving(const BoxSpec& spec);
BoxSpec coarsened(const BoxSpec& spec, Halving halving);

/// More levels than any box has that fits into memory.
inline constexpr int most_box_levels = 20;

/// A box and all coarser ones that are used, the finest first: not more than `most`, not more than there are, and none of fewer
/// than `least_cells` cells, nor of a single one where the box is singular.
std::vector<BoxSpec> box_levels(const BoxSpec& finest, int most, Int64 least_cells = 1);

} // namespace isobar
