#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/mesh/quad_mesh.hpp>

/// How large spaces and matrices are, before any of them is there. Nothing here needs Kokkos.
namespace isobar {

/// One level. Rows of Dirichlet unknowns count one entry, all others every unknown that shares an element with theirs.
struct FemCounts {
  Int64 vertices = 0, edges = 0, elements = 0;
  Int64 unknowns = 0, fixed = 0;
  Int64 stiffness = 0; ///< entries
  Int64 transfer =
      0; ///< entries of the prolongation from the coarser level, and of the restriction; 0 on the coarsest
  int longest = 0; ///< entries of the longest row of the stiffness matrix
};

/// The counts of a mesh and its refinements for elements of an order, the coarsest level first. They follow from the counts of the
/// coarsest mesh. A new vertex among quadrilaterals has four edges and four elements around it, and on the boundary three and two.
/// A new vertex among triangles has six and six, and on the boundary four and three.
std::vector<FemCounts> fem_counts(const QuadMesh& coarsest, int order, int levels,
                                  std::span<const int> dirichlet_rims);

} // namespace isobar
