#pragma once
#include <isobar/comm/topology/halo_pattern.hpp>

namespace isobar {

/// A block of so many columns from (i, j) on: lines along x if they are one row of x, whole columns otherwise.
HaloBlock block_of_columns(const FieldShape& s, int rank, int i, int j, int columns,
                           std::ptrdiff_t from_column_to_column);

/// Returns the pattern. Throws DecompositionError if one rank sends or receives more than a message can hold.
HaloPattern countable(HaloPattern pattern);

} // namespace isobar
