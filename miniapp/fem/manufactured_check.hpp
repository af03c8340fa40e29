#pragma once
#include "fem/fem_ranks.hpp"
#include "run/check.hpp"

#include <vector>

namespace isobar {

/// Combines the errors of all ranks into their norms. Collective.
FemErrors over_ranks(const MpiComm& comm, FemErrors errors);

/// Checks errors and convergence order of the deck's elements in numbers T, on a small distorted square with a known solution. All ranks
/// solve together, unless there are more ranks than elements of the coarser mesh: then each rank solves alone. Collective.
template <class T> std::vector<Check> manufactured_checks(const FemContext& c);

} // namespace isobar
