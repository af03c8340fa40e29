#pragma once
#include "pressure/run/pressure_context.hpp"
#include "run/memory.hpp"

#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/decomposition.hpp>

namespace isobar {

/// Peak of what a run of this deck allocates on the decomposition's rank. Allocates nothing.
MemoryUse predicted_memory(const Deck& deck, const Equation& equation,
                           const Decomposition& decomposition, const TransportPlan& transport);

/// The same of a run, or what was predicted for methods that were measured for it if that is more.
MemoryUse predicted_memory(const RunContext& context);
/// The larger number of each kind.
MemoryUse largest_of(const MemoryUse& a, const MemoryUse& b);
/// The prediction of a plan on one of its ranks: where the method is open, the most of any that can be, as they are measured one after the other.
MemoryUse largest_memory(const PlannedRun& plan, int rank, const TransportPlan& transport);

} // namespace isobar
