#pragma once
#include "pressure/run/pressure_context.hpp"
#include "setup/scaling.hpp"

#include <isobar/core/grid/host_order.hpp>

namespace isobar {

/// Fills f with the right-hand side of a deck of the run, by its formula or from its file. The
/// extents of f are (ny, nx, nz) of this rank's columns. f is divided by the scale that is
/// returned. Collective. Throws InputError.
Scale fill_run_right_side(const RunContext& c, const Deck& deck, const HostField& f);

} // namespace isobar
