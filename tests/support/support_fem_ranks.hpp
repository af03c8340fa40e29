#pragma once
#include "support_fem.hpp"

#include <isobar/core/mesh/mesh_part.hpp>

#include <string>

/// Code that tests of finite elements on many ranks share.
namespace isobar {

/// The spaces of one rank's parts.
inline std::vector<FemSpace> spaces_of_rank(const FemCase& c, int rank, int ranks,
                                            PartitionMethod method = PartitionMethod::automatic) {
  const MeshPartition partition = partition_mesh(c.mesh, c.spaces.levels, ranks, method);
  return fem_spaces(mesh_parts(c.mesh, c.spaces.levels, partition, rank), c.spaces,
                    c.problem.dirichlet_rims(c.mesh));
}

/// Parts of all ranks and their spaces, and the spaces of one rank.
struct AllRanks {
  MeshPartition partition;
  std::vector<std::vector<MeshPart>> parts;  ///< (rank, level)
  std::vector<std::vector<FemSpace>> spaces; ///< (rank, level)
  std::vector<QuadMesh> meshes;              ///< whole, one a level
  std::vector<FemSpace> whole;

  AllRanks(const QuadMesh& mesh, const FemProblem& problem, const FemSpaceOptions& options,
           int ranks, PartitionMethod method = PartitionMethod::automatic)
      : partition(partition_mesh(mesh, options.levels, ranks, method)),
        meshes(refinements(mesh, options.levels)) {
    const auto rims = problem.dirichlet_rims(mesh);
    for (int rank = 0; rank < ranks; ++rank) {
      parts.push_back(mesh_parts(mesh, options.levels, partition, rank));
      spaces.push_back(fem_spaces(parts.back(), options, rims));
    }
    whole = fem_spaces(mesh, {options.levels, options.order}, rims);
  }
  int ranks() const { return partition.ranks; }
};

/// Calls `use` with meshes whose coarsest level is distributed, and with some whose finer level is.
template <class Use> void for_some_parts(const Use& use) {
  for (int order : {1, 2})
    for (int ranks : {1, 2, 4, 6}) {
      use(AllRanks(circle_mesh(), circle_problem(), {4, order}, ranks));
      use(AllRanks(vessel_mesh(), blood_problem(), {2, order, Numbering::random}, ranks));
    }
  FemProblem on_square = circle_problem();
  on_square.dirichlet.resize(4);
  for (int order : {1, 2})
    for (const CellShape shape : {CellShape::triangles, CellShape::mixed})
      for (int ranks : {1, 2, 5}) // 5 ranks distribute a finer level
        use(AllRanks(square_mesh(3, 0.2, 1, shape), on_square, {3, order}, ranks));
  for (int order : {1, 2}) // an element for each rank: some own no unknown of the coarsest level
    use(AllRanks(circle_mesh(), circle_problem(), {3, order}, 8));
}

} // namespace isobar
