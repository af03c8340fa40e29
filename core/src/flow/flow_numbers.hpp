#pragma once
#include <isobar/core/flow/flow_grid.hpp>

#include <array>
#include <vector>

namespace isobar {

/// FlowNumbers of one cell, in their order.
using FlowNumbersOfCell = std::array<double, flow_numbers>;

/// Those of `count` cells of an axis from cell `first` on, and of one beside them on either side. What the low face of the first
/// one has is used by nobody.
std::vector<FlowNumbersOfCell> flow_numbers_of(const Axis& axis, int first, int count);

} // namespace isobar
