#pragma once
#include <isobar/comm/gpu_aware.hpp>
#include <isobar/comm/halo_exchange.hpp>
#include <isobar/core/grid/layer_counts.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Which way halos take in a run.
namespace isobar {

/// What a user asks for.
struct TransportWish {
  std::optional<Transport> way = {}; ///< none: the program finds out
  int ranks_per_host = 0;            ///< HostRanks
};

/// A decision and its reason, for the report: "staged: Open MPI says it is not CUDA-aware".
struct TransportChoice {
  TransportPlan plan = Transport::device;
  std::string reason;
};

/// The halos of a run, to measure with.
struct ExchangedHalos {
  const Decomposition& decomposition;
  LayerCounts nz;
};
/// Seconds of one exchange on every level, fields of double, for each plan: the median of some, the slowest rank's.
/// Collective.
std::vector<double> exchange_times(const MpiComm& comm, const ExchangedHalos& halos,
                                   const std::vector<TransportPlan>& plans);

/// Decides, the same on all ranks; collective. Single ranks need no decision. Unasked, ranks on hosts take the fastest
/// of MPI's messages and peers, if there are halos to measure with, and GPUs messages from device memory where those
/// arrive. An MPI that says it does not know device memory, or nothing, is not tested unless Transport::device is
/// asked for. Throws EnvironmentError if what was asked for does not work.
TransportChoice choose_transport(const MpiComm& comm, const TransportWish& wish = {},
                                 const std::optional<ExchangedHalos>& halos = {});

/// What decide_transport asks when it has to; each answer is that of all ranks.
struct TransportTests {
  std::function<GpuMpiHint()> hint;
  std::function<bool()> device_messages_arrive;
  std::function<std::string()> peer_problem; ///< why peers do not work, or ""
  /// Seconds of an exchange for each; empty if there is nothing to measure with.
  std::function<std::vector<double>(const std::vector<TransportPlan>&)> times;
};
/// The rules by themselves.
TransportChoice decide_transport(bool fields_on_host, int ranks, const TransportWish& wish,
                                 const TransportTests& tests);

/// Why halos do not travel between peers of a host, found out with values, or "". Collective.
std::string peer_problem(const MpiComm& comm, int ranks_per_host = 0);

} // namespace isobar
