#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

namespace isobar {

/// A component of a mesh: connected quadrilaterals. A path over
/// common vertices leads from each of them to each other one.
struct MeshComponent {
  std::vector<int> quads; ///< ascending
  std::vector<int> rims;  ///< rims on which the component has edges, ascending
  Point low, high;        ///< corners of the box around the component's vertices

  bool empty() const { return quads.empty(); }
};

/// Returns the first component of a mesh without a vertex on these rims. If only these rims fix
/// values of a solution, it is known up to a constant on this component. The result is empty if
/// there is none.
MeshComponent free_component(const QuadMesh& mesh, std::span<const int> fixed_rims);

} // namespace isobar
