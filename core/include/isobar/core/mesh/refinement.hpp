#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

namespace isobar {

/// The vertices of the refined mesh in two-level numbering: the old ones, the midpoints of edges, the
/// centres of quadrilaterals; triangles have none. Midpoints on a rim are moved onto its curve; a centre is half the sum of the
/// midpoints around it less a quarter of that of the corners, so that it follows them (Coons). These are the nodes of
/// biquadratic elements, too.
std::vector<Point> refined_vertices(const QuadMesh& mesh);

/// Every element q in four. A triangle's 4 q + c has its corner c as the first vertex and the midpoints beside that, and 4 q + 3 the three
/// midpoints. A quadrilateral's 4 q + c has the corner c of q as its first vertex, then the midpoint of edge
/// c, the centre, and the midpoint of edge c - 1. Edge e becomes 2 e, which begins at its first vertex, and 2 e + 1. The edge from
/// the midpoint of local edge k to the centre is the k-th of those that q brings, which stand behind the halves in the order of
/// elements; a triangle brings the edge that cuts corner k off.
/// Throws std::length_error if the numbers do not fit into 32 bits.
QuadMesh refined(const QuadMesh& mesh);

/// The mesh and its refinements: `levels` meshes, the coarsest first.
std::vector<QuadMesh> refinements(QuadMesh coarsest, int levels);

} // namespace isobar
