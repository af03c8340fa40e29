#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

namespace isobar {

/// Quadrilaterals that hang together: from each to each other one leads a way over common vertices.
struct MeshComponent {
  std::vector<int> quads; ///< ascending
  std::vector<int> rims;  ///< those that it has edges on, ascending
  Point low, high;        ///< of the box around its vertices

  bool empty() const { return quads.empty(); }
};

/// The first component of a mesh without a vertex on these rims: a solution with values there alone is known up to a constant on it. Empty if
/// there is none.
MeshComponent free_component(const QuadMesh& mesh, std::span<const int> fixed_rims);

} // namespace isobar
