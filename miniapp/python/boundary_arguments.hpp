#pragma once
#include "python/bindings.hpp"
#include "python/domain_arrays.hpp"

#include <isobar/boundary_values.hpp>

#include <array>
#include <vector>

namespace isobar::python {

/// Values on west, east, south, north, bottom and top, which are None, numbers, or arrays of this rank's columns beside the side; with
/// several blocks, or none, lists of one for each block, None for blocks that are not there.
BoundaryValues boundary_values_of(const std::array<py::object, 6>& sides, const PressureGrid& grid,
                                  const std::vector<ColumnBlock>& blocks);

} // namespace isobar::python
