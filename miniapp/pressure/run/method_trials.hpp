#pragma once
#include "pressure/run/pressure_context.hpp"

namespace isobar {

/// Chooses a method of a plan that leaves it open, and makes the run's context with that method:
///
///   1. It leaves out methods for which ranks or their nodes have no memory.
///   2. It leaves out methods that the cost model, with the rate of copies, predicts far behind the rest (method_costs.hpp).
///   3. If several are left, it measures one after the other.
///
/// If none is left, or after a signal, it takes the first method that can be planned. A signal ends
/// the measurement as it ends a solve. The run then reports the fault. Collective; all ranks choose
/// the same. Throws as measure_method and connected do.
RunContext with_fastest_method(PlannedRun& plan, const MpiComm& comm, const TransportWish& wish);

} // namespace isobar
