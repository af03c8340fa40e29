#pragma once
#include "output/cf_numbers.hpp"
#include "pressure/deck/deck.hpp"

#include <isobar/core/grid/host_order.hpp>

namespace isobar {

/// Solution `u` and right-hand side `f`, cell means of shape (height, y, x), with heights above the
/// ground and their bounds. On a panel heights are in metres, and x and y are the gnomonic
/// coordinates xi and eta, or the angles of an equiangular panel. Every column has the longitude
/// and latitude of its centre and corners. The panel's centre is on the equator at longitude 0.
/// From the sphere's centre (1, xi, eta) points to a column, with eta to the north. Between
/// meridians and parallels x and y are longitudes and latitudes, with bounds. In the flat box all
/// lengths are in edges of the unit square. `good`: the solution reached the tolerance.
/// `right_side` and `solution` belong to `partition`. They are read when the numbers are written.
CfFile cf_file(const Deck& deck, const Partition& partition, const HostField& right_side,
               const HostField& solution, bool good);

/// The approximate number of bytes that a run of this deck writes.
Int64 cf_file_bytes(const Deck& deck);

} // namespace isobar
