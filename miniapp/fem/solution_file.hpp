#pragma once
#include "io/shared_file.hpp"

#include <isobar/core/fem/fem_space.hpp>
#include <isobar/core/mesh/mesh_partition.hpp>

#include <filesystem>
#include <span>

namespace isobar {

/// Writes x, y and u of all unknowns of a space on a mesh of so many levels to a partial file that will become `target`, a NumPy array
/// (unknowns, 1, 3), in the hierarchical numbering whatever numbering and ranks are: all ranks together, each the unknowns that are met first
/// in its own elements. `u` is of owned unknowns and ghosts, `unknowns` those of all ranks. Collective. Throws FileError on all ranks.
StagedFile stage_solution(const std::filesystem::path& target, const MpiComm& comm,
                          const FemSpace& finest, const MeshPartition& partition, int levels,
                          std::span<const double> u, Int64 unknowns);

} // namespace isobar
