#pragma once
#include "io/shared_file.hpp"

#include <isobar/core/flow/flow_stepper.hpp>
#include <isobar/core/grid/partition.hpp>

#include <string>

/// Files from which a flow goes on: a head of 512 bytes of text with sizes, scheme and clock (hexadecimal floating point, so that
/// no digit is lost), and then the fields, their last rates of change and the pressure, float64 in the order (y, x, z). A run on as
/// many ranks of the same precision goes on bit for bit.
namespace isobar::restart {

/// Writes the state of a flow to a partial file that will become `target`. Collective. Throws FileError on all ranks.
template <class P>
StagedFile stage(const std::filesystem::path& target, const MpiComm& comm, TimeScheme scheme,
                 const FlowStepper<P>& stepper);

/// Puts the state of a file into a flow on the same grid. Collective. Throws InputError on all ranks, with one line that names the
/// file, what was found and what would be right.
template <class P>
void read(const std::string& path, const MpiComm& comm, TimeScheme scheme, FlowStepper<P>& stepper);

/// Bytes of such a file.
Int64 bytes(Int64 cells, bool has_temperature);

} // namespace isobar::restart
