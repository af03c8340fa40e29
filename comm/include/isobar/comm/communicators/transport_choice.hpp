#pragma once
#include <isobar/comm/communicators/transport_tests.hpp>
#include <isobar/comm/transport/gpu_aware.hpp>
#include <isobar/comm/transport/transport_error.hpp>

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

/// A decision and its reason, for the report: "staged: asked for".
struct TransportChoice {
  TransportPlan plan = Transport::device;
  std::string reason;
};

/// Decides, the same on all ranks; collective. Single ranks need no decision. Unasked, ranks take what is fastest on the
/// run's own halos, of all ways that pass a self-test; MPI's messages if there are no halos to measure with. Ranks that
/// share a GPU stay with messages. An MPI that says it does not know device memory, or nothing, is not tested unless
/// Transport::device is asked for. Throws TransportError.
TransportChoice choose_transport(const MpiComm& comm, const TransportWish& wish = {},
                                 const std::optional<ExchangedHalos>& halos = {});
/// The same for exchanges of another kind. `times`: seconds of one for each plan, the same on all ranks; collective. A plan
/// for which it throws EnvironmentError is passed over, and the reason says why.
using ExchangeTimes = std::function<std::vector<double>(const std::vector<TransportPlan>& plans)>;
TransportChoice choose_transport_by(const MpiComm& comm, const TransportWish& wish,
                                    const ExchangeTimes& times);

/// The ranks of a run, as far as it matters here.
struct RunRanks {
  int ranks;
  bool fields_on_host;
  bool one_host = true;
  bool share_devices = false;
};
/// What decide_transport asks when it has to; each answer is that of all ranks.
struct TransportTests {
  std::function<GpuMpiHint()> hint;
  std::function<bool()> device_messages_arrive;
  std::function<std::string(Transport)> problem; ///< why peers or NCCL do not work, or ""
  ExchangeTimes
      times; ///< null if there is nothing to measure with; throws EnvironmentError on all ranks alike
};
/// The rules by themselves.
TransportChoice decide_transport(const RunRanks& run, const TransportWish& wish,
                                 const TransportTests& tests);

} // namespace isobar
