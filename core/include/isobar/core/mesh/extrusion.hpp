#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

namespace isobar {

/// A mesh of hexahedra: each quadrilateral of a mesh in the plane, in so many layers of one thickness along z. The rims "bottom" and
/// "top" stand behind those of the mesh. They have no edges. Throws std::invalid_argument, in one line, if the mesh has triangles or a
/// rim of one of these names, if there is no layer, or if the height is not a finite number above 0.
QuadMesh extruded(QuadMesh mesh, int layers, double height);

} // namespace isobar
