#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

namespace isobar {

/// Returns the vertices of the refined mesh in two-level numbering: the old vertices, the midpoints
/// of edges, and the centres of quadrilaterals. Triangles have no centre. Midpoints on a rim are
/// moved onto its curve. A centre is half the sum of the midpoints around it minus a quarter of the
/// sum of the corners. So it follows moved midpoints (Coons). These vertices are also the nodes of
/// biquadratic elements.
std::vector<Point> refined_vertices(const QuadMesh& mesh);

/// Divides every element q into four. A triangle's child 4 q + c has the corner c as its first
/// vertex, and the midpoints beside it. Its child 4 q + 3 has the three midpoints. A
/// quadrilateral's child 4 q + c has corner c of q, the midpoint of edge c, the centre, and the
/// midpoint of edge c - 1. Edge e becomes 2 e, which begins at the first vertex of e, and 2 e + 1.
/// New edges come after these halves, in the order of elements. A quadrilateral's k-th new edge
/// joins the midpoint of local edge k to the centre. A triangle's k-th new edge cuts off corner k.
/// Throws std::length_error if the numbers do not fit into 32 bits.
QuadMesh refined(const QuadMesh& mesh);

/// Returns the mesh and its refinements: `levels` meshes, the coarsest first.
std::vector<QuadMesh> refinements(QuadMesh coarsest, int levels);

} // namespace isobar
