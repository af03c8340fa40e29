#pragma once
#include "pressure/classes/locked_values.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <vector>

namespace isobar {

/// The departures of rank 0, and those that the first other rank has in addition, under that rank's name. The same on all ranks. Collective.
std::vector<Departure> united(const MpiComm& comm, const std::vector<Departure>& mine);

} // namespace isobar
