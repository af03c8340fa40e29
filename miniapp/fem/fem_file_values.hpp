#pragma once
#include "fem/fem_deck.hpp"

#include <isobar/core/fem/fem_problem.hpp>
#include <isobar/core/mesh/gmsh_file.hpp>

namespace isobar {

/// Whether the deck takes f or c from the mesh's file.
bool has_file_values(const FemDeck& deck);

/// Puts f and c of the mesh's file into the problem: of views, or c of regions. `mesh` and `data` are the file's. Throws InputError for a
/// view or a region that the file does not have, a region of which the deck says nothing, and a coefficient that is not above 0.
void take_file_values(const FemDeck& deck, const QuadMesh& mesh, const GmshData& data,
                      FemProblem& problem);

} // namespace isobar
