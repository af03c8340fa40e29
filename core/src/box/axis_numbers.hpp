#pragma once
#include <isobar/core/box/axis.hpp>
#include <isobar/core/box/box_grid.hpp>

#include <array>
#include <vector>

namespace isobar {

/// The numbers of one cell, in the order of AxisNumber.
using NumbersOfCell = std::array<double, axis_numbers>;

/// Returns the numbers of `count` cells of an axis from cell `first` on, and of one more cell on either side. Beyond an end of
/// a periodic axis lie the cells of the other end. Beyond any other side lies the mirror image of the side's cell, without
/// interpolation weights. In: `halved`, whether the coarser level has half as many cells.
std::vector<NumbersOfCell> numbers_of_axis(const Axis& axis, int first, int count, bool halved);

} // namespace isobar
