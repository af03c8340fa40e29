#pragma once
#include "fem/fem_deck.hpp"

#include <isobar/core/fem/fem_problem.hpp>
#include <isobar/core/mesh/gmsh_file.hpp>

namespace isobar {

/// Whether the deck takes f or c from the mesh's file.
bool has_mesh_file_coefficients(const FemDeck& deck);

/// Takes f and c of the problem from views of the mesh's file, or c from its regions. Throws
/// InputError if the file lacks a view or region, or if a coefficient is not above 0. Also throws
/// it if the deck names no region of a quadrilateral, or gives its regions different coefficients.
void take_mesh_file_coefficients(const FemDeck& deck, const GmshData& data, FemProblem& problem);

/// A remark on a name for messages: " (it names a group of points)" if the file has such a group, else nothing.
std::string group_of_name(const GmshData& data, const std::string& name);

} // namespace isobar
