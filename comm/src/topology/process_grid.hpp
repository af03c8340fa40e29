#pragma once
#include <isobar/comm/topology/decomposition.hpp>

#include <string>

/// The parts that the choice of a process grid and the checks of a given one share.
namespace isobar {

/// The most levels on this process grid; 0 if it has more ranks in a direction than there are columns.
int levels_on(const DecompositionSpec& s, ProcessGrid grid);

/// Throws DecompositionError unless the spec has columns, levels and ranks.
void require_positive(const DecompositionSpec& s);

/// The end of a line about too many levels.
std::string about(Periodic periodic);

} // namespace isobar
