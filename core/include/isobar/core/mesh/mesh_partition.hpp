#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

#include <string_view>

namespace isobar {

/// How the quadrilaterals of a mesh are distributed over ranks.
enum class PartitionMethod {
  automatic, ///< METIS where this build has it
  metis,     ///< few edges between ranks (Karypis and Kumar, 1998)
  bisection  ///< halves along the longer side of the box around the centres, recursively
};
std::string_view to_string(PartitionMethod method);
bool has_metis();

/// The rank of each quadrilateral of one level of a mesh; descendants on finer levels have the same rank.
struct MeshPartition {
  int ranks = 1;
  int level = 0; ///< how often the coarsest mesh is refined before it is distributed
  PartitionMethod method = PartitionMethod::bisection; ///< the method that has run
  std::vector<int> rank_of;                            ///< by the quadrilateral's number
};

/// The weight of a quadrilateral in a partition: 2. A triangle has 1, as refinements give it half the unknowns.
int partition_weight(const std::array<int, 4>& quad);

/// Distributes the quadrilaterals of a mesh with `levels` levels over ranks, with the same result on every
/// rank. It distributes the coarsest level on which the ranks divide the number of quadrilaterals, all of one
/// kind, or each gets at least `enough`; otherwise the finest one. Every rank gets at least one: where METIS leaves a
/// rank without any, bisection runs instead. Throws std::invalid_argument, in one line, if the finest
/// level has fewer quadrilaterals than ranks, or this build does not have METIS and it is asked for.
MeshPartition partition_mesh(const QuadMesh& coarsest, int levels, int ranks,
                             PartitionMethod method = PartitionMethod::automatic, int enough = 16);

} // namespace isobar
