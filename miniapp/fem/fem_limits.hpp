#pragma once
#include "fem/fem_problem.hpp"

/// Checks of limits of spaces and matrices. All throw InputError.
namespace isobar {

/// The most unknowns of a level that can be solved directly.
inline constexpr Int64 most_direct_unknowns = DenseInverse<double>::most_rows;

/// Throws if a vertex has more quadrilaterals than rows have room for; `origin` names it.
void check_around(const FemDeck& deck, const QuadMesh& mesh, const MeshOrigin& origin);
/// Throws if the mesh has triangles and the deck does not permit them.
void check_triangles(const FemDeck& deck, const QuadMesh& mesh);
/// Throws if unknowns exceed the range of indices, the coarsest level is too large for a direct solve, or rows are too long for SPAI.
void check_sizes(const FemDeck& deck, const FemSetting& setting);

} // namespace isobar
