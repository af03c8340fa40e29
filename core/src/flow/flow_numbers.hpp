#pragma once
#include <isobar/core/flow/flow_grid.hpp>

#include <array>
#include <vector>

namespace isobar {

/// The numbers of one cell, in the order of FlowNumber.
using FlowNumbersOfCell = std::array<double, flow_numbers>;

/// Returns the numbers of `count` cells of an axis from cell `first` on, and of one more cell on either side. Nothing uses the
/// low face of the first cell returned.
std::vector<FlowNumbersOfCell> flow_numbers_of(const Axis& axis, int first, int count);

} // namespace isobar
