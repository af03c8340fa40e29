#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// Right-hand side f (cell means) of the cell with global indices (i, j, k), by the formulas in
/// problem.cpp; not for kind "file". The same on any number of ranks.
double right_side(const Deck& deck, Int64 i, Int64 j, Int64 k);

/// Fills `f`, extents (ny, nx, nz) of `part`, from right_side.
void fill_right_side(const Deck& deck, const Partition& part, const HostField& f);

} // namespace isobar
