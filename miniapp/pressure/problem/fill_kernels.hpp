#pragma once
#include "pressure/problem/source_terms.hpp"

#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/partition.hpp>

/// Right-hand sides that the device computes: on one core of a host each would take a minute for the largest grids.
namespace isobar {

/// Fills rows of `part` with the sums of right_side() over the terms, in its order. Terms that are 0 in a column are skipped.
MakeRows rows_from_terms(const std::vector<SourceTerm>& terms, const deck::Grid& grid,
                         const Partition& part);
/// Fills rows of `part` with its random numbers.
MakeRows rows_of_random(std::uint64_t seed, const deck::Grid& grid, const Partition& part);

} // namespace isobar
