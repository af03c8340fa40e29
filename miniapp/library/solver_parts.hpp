#pragma once
#include "library/taken_columns.hpp"
#include "pressure/deck/deck.hpp"

#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/grid/grid_spec.hpp>

#include <memory>
#include <vector>

/// Finds the columns of the domain whose coefficients a solver needs.
namespace isobar {

/// The parts of the domain from whose columns this rank makes all levels; its own part is the
/// first. A column beyond a periodic side has its index on the other side. Levels must be chosen.
std::vector<Partition> parts_of_solver(const Deck& deck, const GridSpec& spec,
                                       const Decomposition& decomposition);

/// Room for the columns of these parts, one more column on either side, and their edges.
std::shared_ptr<const ColumnSlots> slots_of(const std::vector<Partition>& parts);

/// Room for the sample of columns that the choice of levels needs (solver_cfl).
std::shared_ptr<const ColumnSlots> slots_of_sample(int nx, int ny);

} // namespace isobar
