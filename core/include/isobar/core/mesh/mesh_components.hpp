#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

namespace isobar {

/// Connected quadrilaterals: a path over common vertices leads from each to each other one.
struct MeshComponent {
  std::vector<int> quads; ///< ascending
  std::vector<int> rims;  ///< rims on which it has edges, ascending
  Point low, high;        ///< of the box around its vertices

  bool empty() const { return quads.empty(); }
};

/// The first component of a mesh without a vertex on these rims: a solution whose values
/// are fixed there alone is known up to a constant on it. Empty if there is none.
MeshComponent free_component(const QuadMesh& mesh, std::span<const int> fixed_rims);

} // namespace isobar
