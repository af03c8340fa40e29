#pragma once
#include "flow/csv_series.hpp"
#include "flow/flow_context.hpp"
#include "flow/restart_head.hpp"

namespace isobar {

/// Lets the series of a run go on in the files that an earlier run has left, if there are any, from the clock of its restart file: the
/// files become those of one straight run. `is_due`: an output is due at this clock. Collective. Throws InputError on all ranks for a
/// file that is of other probes or no such file.
void go_on(const FlowContext& context, const restart::Point& from, bool is_due, CsvSeries& probes,
           CsvSeries& fluxes);

} // namespace isobar
