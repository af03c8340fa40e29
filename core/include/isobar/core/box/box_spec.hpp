#pragma once
#include <isobar/core/box/axis.hpp>
#include <isobar/core/grid/coarsening.hpp>

#include <vector>

namespace isobar {

/// A box of cells, the product of three axes. z is the vertical: its cells are the layers
/// of fields, which are not distributed over ranks. Lengths have the caller's units.
struct BoxSpec {
  Axis x, y, z;

  /// Which of the distributed directions are periodic.
  Periodic periodic() const { return {x.is_periodic(), y.is_periodic()}; }
  /// Whether no side fixes u, so that constants solve the homogeneous equation.
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

/// Returns the axes that a coarser level halves: those whose cells are less than 1.5 times as wide
/// as the narrowest ones. Coupling goes with the square of 1 / width, and smoothing makes errors
/// smooth only in the directions of strong coupling. The last cell of an axis is ignored, because
/// it is narrow in any case on a coarser level of an odd number. Axes of one cell and periodic
/// axes of an odd number cannot be halved. If no axis is halved, there is no coarser level.
Halving next_halving(const BoxSpec& spec);
/// Returns the next coarser box, with these axes halved.
BoxSpec coarsened(const BoxSpec& spec, Halving halving);

/// A number of levels that no box in memory reaches.
inline constexpr int most_box_levels = 20;

/// Returns a box and the coarser ones of its hierarchy, the finest first, at most `most`.
/// Each has at least `least_cells` cells, and more than one if the box is singular.
std::vector<BoxSpec> box_levels(const BoxSpec& finest, int most, Int64 least_cells = 1);

} // namespace isobar
