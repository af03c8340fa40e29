#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

#include <cstdint>

namespace isobar {

/// Returns CIRCLE of the unstructured-grid paper (section 4.2): a square around a circle, in 8
/// quadrilaterals with 16 vertices. The square has the corners (+-1, +-1) and the rim "outer". The
/// circle has the rim "inner". The paper shows its radius in a figure without numbers; the value
/// 1/2 is ours.
QuadMesh circle_mesh(double radius = 0.5);

/// Returns the ring between two circles around the origin, in `around`
/// x `across` quadrilaterals. Its rims are "inner" and "outer".
QuadMesh annulus_mesh(double inner_radius, double outer_radius, int around = 8, int across = 1);

/// How the cells of a square are cut: not at all, or in two by diagonals
/// that alternate. In `mixed` meshes, only cells of the right half are cut.
enum class CellShape { quadrilaterals, triangles, mixed };

/// Returns the unit square in n x n squares, with the rims "west", "east", "south" and "north".
/// Inner vertices are moved in each direction by at most `distortion` times the width of a square.
/// Random numbers that start from `seed` determine the moves. Throws std::invalid_argument if n < 1
/// or the distortion is outside of 0 to 1/4.
QuadMesh square_mesh(int n, double distortion = 0.0, std::uint64_t seed = 1,
                     CellShape shape = CellShape::quadrilaterals);

} // namespace isobar
