#pragma once
#include "pressure/run/pressure_context.hpp"
#include "run/memory.hpp"

#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/decomposition.hpp>

namespace isobar {

/// The peak of the memory that a run of this deck allocates on the decomposition's rank. Allocates nothing.
MemoryUse predicted_memory(const Deck& deck, const Equation& equation,
                           const Decomposition& decomposition, const TransportPlan& transport);

/// The same for a run; or the prediction of methods that were measured for it, if that is larger.
MemoryUse predicted_memory(const RunContext& context);
/// The larger number of each kind.
MemoryUse largest_of(const MemoryUse& a, const MemoryUse& b);
/// The prediction of a plan on one of its ranks. If the method is open: the largest of all candidates, which are measured in turn.
MemoryUse largest_memory(const PlannedRun& plan, int rank, const TransportPlan& transport);

} // namespace isobar
