#pragma once
#include "deck/deck.hpp"

#include <isobar/core/field/host_order.hpp>
#include <isobar/core/launch/grid_setup.hpp>

namespace isobar {

/// The grid and physics of a deck.
GridSpec grid_spec(const Deck& deck);
/// What a rank with this part of the finest level makes all levels from.
GridSetup grid_setup(const Deck& deck, const Partition& partition);

/// Right-hand side f (cell means) of the cell with global indices (i, j, k); not for kind "file".
/// Random numbers depend on seed and global index only: they are the same on any number of ranks.
///
///     box       1 in the middle quarter of both horizontal directions, in all layers, else 0
///     constant  1
///     random    uniform in [-1, 1)
///     smooth    sin(pi x) sin(pi y) sin(pi z), x, y, z in (0, 1) at cell centres, by index
///     blob      exp(-|x - centre|^2 / width^2), likewise
double right_side(const Deck& deck, Int64 i, Int64 j, Int64 k);

/// Fills `f`, extents (ny, nx, nz) of `part`, from right_side.
void fill_right_side(const Deck& deck, const Partition& part, const HostField& f);

} // namespace isobar
