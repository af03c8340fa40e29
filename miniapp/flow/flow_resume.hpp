#pragma once
#include "flow/csv_series.hpp"
#include "flow/flow_context.hpp"
#include "flow/restart_head.hpp"

#include <isobar/core/flow/flow_stepper.hpp>

namespace isobar {

/// Reads the state of the deck's restart file into a flow. Prints what could not be
/// checked in a file of an old format. Collective. Throws InputError on all ranks.
template <class P> restart::Point read_restart(const FlowContext& context, FlowStepper<P>& stepper);

/// Continues the series of a run in the files that an earlier run has left, if any, from the clock
/// of its restart file. The files become those of one straight run. `has_row`: whether a straight
/// run has a row at this clock. Collective. Throws InputError on all ranks for a file of other
/// probes or of another kind.
void go_on(const FlowContext& context, const restart::Point& from, bool has_row, CsvSeries& probes,
           CsvSeries& fluxes);

} // namespace isobar
