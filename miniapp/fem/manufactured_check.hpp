#pragma once
#include "fem/fem_ranks.hpp"
#include "run/check.hpp"

#include <vector>

namespace isobar {

/// The norms of all ranks' errors together. Collective.
FemErrors over_ranks(const MpiComm& comm, FemErrors errors);

/// In numbers T elements of the deck's order have the errors and the order that they promise, on a small distorted square whose solution is
/// known. By all ranks together, unless there are more than its coarser mesh has elements: then by each one alone. Collective.
template <class T> std::vector<Check> manufactured_checks(const FemContext& c);

} // namespace isobar
