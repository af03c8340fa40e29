#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/core/grid/layer_counts.hpp>
#include <isobar/core/multigrid/ghosts.hpp>

#include <string>
#include <vector>

/// Ways of halos, tried out.
namespace isobar {

/// Why halos and sums of CG do not arrive that way, found out with values, or "". Not for device memory and an MPI that does
/// not know it, which may crash. The same on all ranks. Collective.
std::string transport_problem(const MpiComm& comm, const TransportPlan& plan);

/// The halos of a run, to measure with.
struct ExchangedHalos {
  const Decomposition& decomposition;
  LayerCounts nz;
};
/// Seconds of one exchange on every level, fields of double, for each plan: the median of some, the slowest rank's.
/// Collective.
std::vector<double> exchange_times(const MpiComm& comm, const ExchangedHalos& halos,
                                   const std::vector<TransportPlan>& plans);
/// The same of the ghosts of vectors on all levels, the finest first.
std::vector<double> exchange_times(const MpiComm& comm,
                                   const std::vector<const DealtNumbers*>& levels,
                                   const std::vector<TransportPlan>& plans);

} // namespace isobar
