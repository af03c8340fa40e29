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
/// The name of a method.
std::string_view to_string(PartitionMethod method);
/// Whether this build has METIS.
bool has_metis();

/// The rank of each quadrilateral of one level of a mesh; descendants on finer levels have the same
/// rank.
struct MeshPartition {
  int ranks = 1;
  int level = 0; ///< how often the coarsest mesh is refined before it is distributed
  PartitionMethod method = PartitionMethod::bisection; ///< the method that has run
  std::vector<int> rank_of; ///< rank of each quadrilateral, by its number
};

/// Returns the weight of an element in a partition: 2 for a quadrilateral,
/// and 1 for a triangle, which refinements give half the unknowns.
int partition_weight(const std::array<int, 4>& quad);

/// Distributes the quadrilaterals of a mesh with `levels` levels over ranks, with the same result
/// on every rank. It distributes the coarsest level with at least `enough` quadrilaterals for each
/// rank. A coarser level is taken if its elements are of one kind and the ranks divide their
/// number. If there is no such level, it distributes the finest one. Every rank gets at least one
/// quadrilateral: where METIS leaves a rank without any, bisection runs instead. Throws
/// std::invalid_argument if the finest level has fewer quadrilaterals than ranks, or if METIS is
/// requested and this build does not have it.
MeshPartition partition_mesh(const QuadMesh& coarsest, int levels, int ranks,
                             PartitionMethod method = PartitionMethod::automatic, int enough = 16);

} // namespace isobar
