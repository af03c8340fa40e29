#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/core/grid/layer_counts.hpp>
#include <isobar/core/multigrid/ghosts.hpp>

#include <string>
#include <vector>

/// Tests and times the transports of halos.
namespace isobar {

/// Sends halos and CG's sums by this plan and checks their values. Returns
/// why they do not arrive, or "", the same on all ranks. Collective. May
/// crash with device memory and an MPI that does not know it.
std::string transport_problem(const MpiComm& comm, const TransportPlan& plan);

/// The halos of a run, to be timed.
struct ExchangedHalos {
  const Decomposition& decomposition;
  LayerCounts nz;
};
/// Seconds of one exchange on every level, with fields of double, for
/// each plan: the median of several, on the slowest rank. Collective.
std::vector<double> exchange_times(const MpiComm& comm, const ExchangedHalos& halos,
                                   const std::vector<TransportPlan>& plans);
/// Returns these times for the ghosts of vectors on all levels, the finest first.
std::vector<double> exchange_times(const MpiComm& comm,
                                   const std::vector<const DistributedNumbers*>& levels,
                                   const std::vector<TransportPlan>& plans);

} // namespace isobar
