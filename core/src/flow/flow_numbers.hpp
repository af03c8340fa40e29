#pragma once
#include <isobar/core/flow/flow_grid.hpp>

#include <array>
#include <vector>

namespace isobar {

/// The FlowNumbers of one cell, in their order.
using FlowNumbersOfCell = std::array<double, flow_numbers>;

/// The numbers of `count` cells of an axis from cell `first` on, and of one cell more on either side. Nothing uses the low face
/// of the first one.
std::vector<FlowNumbersOfCell> flow_numbers_of(const Axis& axis, int first, int count);

} // namespace isobar
