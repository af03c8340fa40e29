#pragma once
#include "flow/csv_series.hpp"
#include "flow/flow_context.hpp"
#include "flow/restart_head.hpp"

#include <isobar/core/flow/flow_stepper.hpp>

namespace isobar {

/// Puts the state of the deck's restart file into a flow, and says what could not be checked of an old one. Collective. Throws
/// InputError on all ranks.
template <class P> restart::Point read_restart(const FlowContext& context, FlowStepper<P>& stepper);

/// Lets the series of a run go on in the files that an earlier run has left, if there are any, from the clock of its restart file: the
/// files become those of one straight run. `has_row`: that run has a row at this clock. Collective. Throws InputError on all ranks for
/// a file that is of other probes or no such file.
void go_on(const FlowContext& context, const restart::Point& from, bool has_row, CsvSeries& probes,
           CsvSeries& fluxes);

} // namespace isobar
