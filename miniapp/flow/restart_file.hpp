#pragma once
#include "flow/restart_head.hpp"
#include "io/shared_file.hpp"

#include <isobar/core/flow/flow_stepper.hpp>
#include <isobar/core/grid/partition.hpp>

#include <string>

/// Files from which a flow continues. A file is a head of text (restart_head.hpp), then the fields,
/// their last rates of change and the pressure. Numbers are float64 in the order (y, x, z). Bytes
/// and checksums do not depend on the ranks that wrote the file. A run on as many ranks continues
/// bit for bit (docs/flow-design.md, "The restart file").
namespace isobar::restart {

/// Writes the state of a flow to a partial file that will become `target`; `point` has its clock and its outputs. Collective.
/// Throws FileError on all ranks.
template <class P>
StagedFile stage(const std::filesystem::path& target, const MpiComm& comm, const FlowDeck& deck,
                 const Point& point, const FlowStepper<P>& stepper);

/// Reads the state of the deck's restart file into a flow on the same grid. Returns the file's
/// head. Collective. Throws InputError on all ranks, one line with the file, what was found and
/// what was expected. Errors are a head that does not fit the deck, wrong checksums, and numbers
/// that are not finite. So are velocities for which the last step was not stable.
template <class P> Head read(const FlowDeck& deck, const MpiComm& comm, FlowStepper<P>& stepper);

/// The bytes of a restart file.
Int64 bytes(Int64 cells, bool has_temperature);

} // namespace isobar::restart
