#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// Right-hand side f (cell means) of the cell with global indices (i, j, k); not for kind "file". On the sphere j counts the rows
/// of all panels. x, y and z are in (0, 1) at cell centres, by index; on the sphere p is a point of the unit sphere. Then f is
///
///     box       1 in the middle quarter of both horizontal directions, on the sphere of panel 0, where z is within box_layers, else 0.
///     constant  1.
///     random    uniform in [-1, 1), depends on seed and global index only.
///     smooth    sin(pi x) sin(pi y) sin(pi z); on the sphere (p_x^2 - p_y^2) p_z sin(pi z), a harmonic of degree 3.
///     blob      exp(-d^2 / width^2) of the distance d from the centre, on the sphere with the angle over that of a panel's width.
///     sources   sum of 24 bumps, on the sphere of 144, localised in all directions.
///     layered   sum of three horizontal waves with random numbers of the layers.
///
/// It is the same on any number of ranks.
double right_side(const Deck& deck, Int64 i, Int64 j, Int64 k);

/// Fills rows of `part` (in host order on the sphere) from right_side. The result refers to none of the arguments.
MakeRows right_side_rows(const Deck& deck, const Partition& part);
/// Fills all rows of `f`. Waits.
void fill_all_rows(const MakeRows& make, const HostField& f);
/// Fills `f`, extents (ny, nx, nz) of `part` (in host order on the sphere), from right_side. The device computes it.
void fill_right_side(const Deck& deck, const Partition& part, const HostField& f);

} // namespace isobar
