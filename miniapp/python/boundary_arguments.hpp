#pragma once
#include "python/bindings.hpp"
#include "python/domain_arrays.hpp"

#include <isobar/boundary_values.hpp>

#include <array>
#include <vector>

namespace isobar::python {

/// Makes boundary values on west, east, south, north, bottom and top. A value is None, a
/// number, or an array of this rank's columns beside the side. With several blocks, or none,
/// it is a list with a value for each block, and None for blocks that are not beside the side.
BoundaryValues boundary_values_of(const std::array<py::object, 6>& sides, const PressureGrid& grid,
                                  const std::vector<ColumnBlock>& blocks);

} // namespace isobar::python
