#pragma once
#include "pressure/run/pressure_context.hpp"

namespace isobar {

/// Chooses between the methods of a plan that leaves them open, and makes the run's context with the one that it takes:
///
///   1. what ranks or their nodes have no memory for is left out;
///   2. the cost model leaves out what is predicted to be far behind the rest (method_costs.hpp), by the rate of copies;
///   3. if several are left they are measured, one after the other; else nothing is.
///
/// If none is left, the first one that can be planned is taken, and the run says what is wrong with it. So it does after a signal, which ends the
/// measurement as it ends a solve. Collective; all ranks choose alike. Throws as
/// measure_method and connected do.
RunContext with_fastest_method(PlannedRun& plan, const MpiComm& comm, const TransportWish& wish);

} // namespace isobar
