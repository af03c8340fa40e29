#pragma once
#include "support_fem.hpp"

#include <isobar/core/mesh/mesh_part.hpp>

#include <string>

/// What tests of finite elements on many ranks share.
namespace isobar {

using FemNumberTypes = testing::Types<double, float>;
struct FemNumberNames {
  template <class T> static std::string GetName(int) {
    return std::is_same_v<T, float> ? "float" : "double";
  }
};

/// The spaces of one rank's parts.
inline std::vector<FemSpace> spaces_of_rank(const FemCase& c, int rank, int ranks,
                                            PartitionMethod method = PartitionMethod::automatic) {
  const MeshPartition partition = partition_mesh(c.mesh, c.spaces.levels, ranks, method);
  return fem_spaces(mesh_parts(c.mesh, c.spaces.levels, partition, rank), c.spaces,
                    c.problem.dirichlet_rims(c.mesh));
}

} // namespace isobar
