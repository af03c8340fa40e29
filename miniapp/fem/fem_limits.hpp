#pragma once
#include "fem/fem_problem.hpp"

/// What spaces and matrices have no room for. All throw InputError.
namespace isobar {

/// Unknowns of a level up to which it can be solved directly.
inline constexpr Int64 most_direct_unknowns = DenseInverse<double>::most_rows;

/// More quadrilaterals in a vertex than rows have room for; `origin` names it.
void check_around(const FemDeck& deck, const QuadMesh& mesh, const MeshOrigin& origin);
/// Numbers of unknowns beyond indices, a coarsest level too large for a direct solve, rows too long for SPAI.
/// Throws InputError for a mesh with triangles where these are not available.
void check_triangles(const FemDeck& deck, const QuadMesh& mesh, int ranks);
void check_sizes(const FemDeck& deck, const FemSetting& setting);

} // namespace isobar
