#pragma once
#include <isobar/core/box/axis.hpp>
#include <isobar/core/box/box_grid.hpp>

#include <array>
#include <vector>

namespace isobar {

/// AxisNumbers of one cell, in their order.
using NumbersOfCell = std::array<double, axis_numbers>;

/// Those of `count` cells of an axis from cell `first` on, and of one beside them on either side. Beyond an end of a periodic
/// axis lie the cells of the other end, beyond another side the cell's own mirror image, without weights. `halved`: whether the coarser level
/// has half as many.
std::vector<NumbersOfCell> numbers_of_axis(const Axis& axis, int first, int count, bool halved);

} // namespace isobar
