#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

namespace isobar {

/// Returns a mesh of hexahedra: each quadrilateral of a mesh in the plane, in `layers` layers of
/// one thickness along z. `height`: thickness of all layers together. The rims "bottom" and "top",
/// which have no edges, come after those of the mesh. Throws std::invalid_argument, in one line, if
/// the mesh has triangles or a rim of one of these names. Throws it also if there is no layer, or
/// if the height is not a finite number above 0.
QuadMesh extruded(QuadMesh mesh, int layers, double height);

} // namespace isobar
