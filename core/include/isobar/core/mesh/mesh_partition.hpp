#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

#include <string_view>

namespace isobar {

/// How the quadrilaterals of a mesh are dealt to ranks.
enum class PartitionMethod {
  automatic, ///< METIS where this build has it
  metis,     ///< few edges between ranks (Karypis and Kumar, 1998)
  bisection  ///< halves along the longer side of the box around the centres, recursively
};
std::string_view to_string(PartitionMethod method);
bool has_metis();

/// The rank of each quadrilateral of one level of a mesh; its descendants on finer levels go with it.
struct MeshPartition {
  int ranks = 1;
  int level = 0; ///< how often the coarsest mesh is refined before it is dealt
  PartitionMethod method = PartitionMethod::bisection; ///< what has run
  std::vector<int> rank_of;                            ///< by the quadrilateral's number
};

/// Deals the quadrilaterals of a mesh of so many levels to ranks, the same on every rank that calls it. The coarsest level is
/// dealt if the ranks divide its quadrilaterals or each gets at least `enough`, else the first refined one of which this is true, or
/// the finest. Every rank gets at least one: where METIS leaves a rank without any, bisection runs instead. Throws
/// std::invalid_argument, in one line, if there are fewer quadrilaterals than ranks on the finest level, or METIS
/// is asked for and not built.
MeshPartition partition_mesh(const QuadMesh& coarsest, int levels, int ranks,
                             PartitionMethod method = PartitionMethod::automatic, int enough = 16);

} // namespace isobar
