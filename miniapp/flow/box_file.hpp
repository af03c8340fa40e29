#pragma once
#include "flow/flow_deck.hpp"
#include "io/vtk.hpp"
#include "output/cf_numbers.hpp"

#include <vector>

namespace isobar {

/// Makes a NetCDF file by the CF conventions 1.8 with these fields of the deck's box, cell means of shape
/// (z, y, x). It also has the centres and bounds of cells along the axes. `good`: whether the run reached
/// its tolerance or its end. Fields have the columns of `partition`, and are read when the file is written.
CfFile box_file(const FlowDeck& deck, const Partition& partition,
                const std::vector<VtkField>& fields, bool good);

} // namespace isobar
