#pragma once
#include "flow/flow_deck.hpp"
#include "io/vtk.hpp"
#include "output/cf_numbers.hpp"

#include <vector>

namespace isobar {

/// A NetCDF file by the CF conventions 1.8 with these fields of the deck's box, cell means of shape (z, y, x), and the centres and
/// bounds of cells along the axes. `good`: the run reached what was asked for. Fields are of `partition`, and are read when the
/// numbers are written.
CfFile box_file(const FlowDeck& deck, const Partition& partition,
                const std::vector<VtkField>& fields, bool good);

} // namespace isobar
