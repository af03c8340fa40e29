#pragma once
#include "pressure/problem/source_terms.hpp"

#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/partition.hpp>

/// Right-hand sides that the device computes and stores in the host's memory. For the largest grids one core of a host would take
/// a minute for each.
namespace isobar {

/// The sums of right_side() over the terms, in its order, for all cells of `part`. Terms that are 0 in a column are passed over. Waits.
void fill_from_terms(const std::vector<SourceTerm>& terms, const deck::Grid& grid,
                     const Partition& part, const HostField& f);
/// Its random numbers. Waits.
void fill_random(std::uint64_t seed, const deck::Grid& grid, const Partition& part,
                 const HostField& f);

} // namespace isobar
