#pragma once
#include "io/shared_file.hpp"

#include <isobar/core/fem/fem_space.hpp>
#include <isobar/core/mesh/mesh_partition.hpp>

#include <filesystem>
#include <span>

namespace isobar {

/// Writes x, y and u of all unknowns of a space to a partial file that will become `target`, a NumPy array (unknowns, 1, 3).
/// With hexahedra it has z as well, and the shape (unknowns, 1, 4). The order is the hierarchical numbering, the same for any
/// numbering in memory and any number of ranks. Each rank writes the unknowns that its own elements meet first. `u` has owned
/// unknowns and ghosts; `unknowns` counts those of all ranks, `levels` the meshes. Collective. Throws FileError on all ranks.
StagedFile stage_solution(const std::filesystem::path& target, const MpiComm& comm,
                          const FemSpace& finest, const MeshPartition& partition, int levels,
                          std::span<const double> u, Int64 unknowns);

} // namespace isobar
