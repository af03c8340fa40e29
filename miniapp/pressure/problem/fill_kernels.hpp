#pragma once
#include "pressure/problem/source_terms.hpp"

#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/partition.hpp>

/// Right-hand sides that the device computes. For the largest grids one core of a host would take a minute for each.
namespace isobar {

/// Fills rows of `part` with the sums of right_side() over the terms, in its order. Terms that are 0 in a column are passed over.
MakeRows rows_from_terms(const std::vector<SourceTerm>& terms, const deck::Grid& grid,
                         const Partition& part);
/// Fills rows of `part` with its random numbers.
MakeRows rows_of_random(std::uint64_t seed, const deck::Grid& grid, const Partition& part);

} // namespace isobar
