#pragma once
#include "pressure/classes/locked_values.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <vector>

namespace isobar {

/// Those of rank 0, and those of the first other rank that has more, which are said to be that rank's. The same on all ranks. Collective.
std::vector<Departure> united(const MpiComm& comm, const std::vector<Departure>& mine);

} // namespace isobar
