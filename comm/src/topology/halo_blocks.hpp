#pragma once
#include <isobar/comm/topology/halo_pattern.hpp>

namespace isobar {

/// So many columns from (i, j) on: lines along x if they are one row of x, whole columns otherwise.
HaloBlock block_of_columns(const FieldShape& s, int rank, int i, int j, int columns,
                           std::ptrdiff_t from_column_to_column);

/// The pattern itself. Throws DecompositionError if what travels to or from one rank is more than one message can hold.
HaloPattern countable(HaloPattern pattern);

} // namespace isobar
