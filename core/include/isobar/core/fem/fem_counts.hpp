#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/mesh/quad_mesh.hpp>

/// The sizes of spaces and matrices, before any of them exists. Nothing here needs Kokkos.
namespace isobar {

/// The counts of one level. A row of a Dirichlet unknown counts as one entry. Any
/// other row has an entry for each unknown that shares an element with its own.
struct FemCounts {
  Int64 vertices = 0, edges = 0, elements = 0;
  Int64 unknowns = 0, fixed = 0;
  Int64 stiffness = 0; ///< entries of the stiffness matrix
  Int64 transfer =
      0; ///< entries of the prolongation from the coarser level, and as many of the restriction; 0 on the coarsest
  int longest = 0; ///< entries of the longest row of the stiffness matrix
};

/// Returns the counts of a mesh and its refinements for elements of an order, the coarsest level
/// first. They follow from the counts of the coarsest mesh. A new vertex among quadrilaterals
/// has four edges and four elements around it, and three and two on the boundary. A new vertex
/// among triangles has six edges and six elements, and four and three on the boundary.
std::vector<FemCounts> fem_counts(const QuadMesh& coarsest, int order, int levels,
                                  std::span<const int> dirichlet_rims);

} // namespace isobar
