#pragma once
#include "library/taken_columns.hpp"
#include "pressure/deck/deck.hpp"

#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/grid/grid_spec.hpp>

#include <memory>
#include <vector>

/// The columns of the domain whose coefficients a solver needs.
namespace isobar {

/// The parts of the domain whose columns make all levels of this rank, its own one
/// first. Columns beyond a periodic side have their index there. Levels must be chosen.
std::vector<Partition> parts_of_solver(const Deck& deck, const GridSpec& spec,
                                       const Decomposition& decomposition);

/// Room for these columns, one more on either side, and their edges.
std::shared_ptr<const ColumnSlots> slots_of(const std::vector<Partition>& parts);

/// Room for the sample of columns that the choice of levels needs (solver_cfl).
std::shared_ptr<const ColumnSlots> slots_of_sample(int nx, int ny);

} // namespace isobar
