#pragma once
#include "fem/fem_deck.hpp"

#include <isobar/core/fem/fem_problem.hpp>
#include <isobar/core/mesh/gmsh_file.hpp>

namespace isobar {

/// Whether the deck takes f or c from the mesh's file.
bool has_mesh_file_coefficients(const FemDeck& deck);

/// Puts f and c of the mesh's file into the problem: of views, or c of regions. Throws InputError for a view or a region that the file does not
/// have, a quadrilateral whose regions the deck does not name or gives several coefficients, and a coefficient that is not above 0.
void take_mesh_file_coefficients(const FemDeck& deck, const GmshData& data, FemProblem& problem);

/// What the file's physical groups say of a name, for messages: " (it names a group of points)", or nothing.
std::string group_of_name(const GmshData& data, const std::string& name);

} // namespace isobar
