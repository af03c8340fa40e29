#pragma once
#include <isobar/comm/gpu_aware.hpp>
#include <isobar/comm/halo_exchange.hpp>

#include <functional>
#include <optional>
#include <string>

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

/// Decides, the same on all ranks; collective. Single ranks need no decision. Unasked, hosts use MPI's messages as
/// they are, and GPUs messages from device memory where those arrive. Peers are taken if asked for. An MPI that
/// says it does not know device memory, or nothing, is not tested unless Transport::device is asked for.
/// Throws EnvironmentError if what was asked for does not work.
TransportChoice choose_transport(const MpiComm& comm, const TransportWish& wish = {});

/// What decide_transport asks when it has to; each answer is that of all ranks.
struct TransportTests {
  std::function<GpuMpiHint()> hint;
  std::function<bool()> device_messages_arrive;
  std::function<std::string()> peer_problem; ///< why peers do not work, or ""
};
/// The rules by themselves.
TransportChoice decide_transport(bool fields_on_host, int ranks, const TransportWish& wish,
                                 const TransportTests& tests);

/// Why halos do not travel between peers of a host, found out with values, or "". Collective.
std::string peer_problem(const MpiComm& comm, int ranks_per_host = 0);

} // namespace isobar
