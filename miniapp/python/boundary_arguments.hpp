#pragma once
#include "python/bindings.hpp"
#include "python/domain_arrays.hpp"

#include <isobar/boundary_values.hpp>

#include <array>
#include <vector>

namespace isobar::python {

/// Values on west, east, south, north, bottom and top: None, numbers, or arrays of this rank's columns beside the side.
/// With several blocks, or none, they are lists of one for each block, with None for blocks that are not beside the side.
BoundaryValues boundary_values_of(const std::array<py::object, 6>& sides, const PressureGrid& grid,
                                  const std::vector<ColumnBlock>& blocks);

} // namespace isobar::python
