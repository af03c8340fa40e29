#pragma once
#include <isobar/comm/communicators/transport_tests.hpp>
#include <isobar/comm/transport/gpu_aware.hpp>
#include <isobar/comm/transport/transport_error.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Chooses the transport of the halos of a run.
namespace isobar {

/// The transport that a user asks for.
struct TransportWish {
  std::optional<Transport> way = {}; ///< none: the program chooses
  int ranks_per_host = 0;            ///< HostRanks
};

/// A decision and its reason, for the report: "staged: asked for".
struct TransportChoice {
  TransportPlan plan = Transport::device;
  std::string reason;
};

/// Chooses a transport, the same on all ranks; collective. A single rank needs no choice. Without a
/// wish, ranks take the transport that is fastest on the run's own halos among all that pass a
/// self-test. They take MPI's messages if there are no halos to measure. Ranks that share a GPU
/// take messages. If an MPI does not claim to know device memory, it is tested with it only if the
/// wish is Transport::device. Throws TransportError if the wish cannot be met or no transport
/// works.
TransportChoice choose_transport(const MpiComm& comm, const TransportWish& wish = {},
                                 const std::optional<ExchangedHalos>& halos = {});
/// Times exchanges of another kind: returns the seconds of one exchange
/// for each plan, the same on all ranks; collective. The choice skips a
/// plan for which it throws EnvironmentError, and says why.
using ExchangeTimes = std::function<std::vector<double>(const std::vector<TransportPlan>& plans)>;
/// Chooses a transport as choose_transport() does, by the seconds that `times` returns. Throws
/// TransportError if the wish cannot be met or no transport works.
TransportChoice choose_transport_by(const MpiComm& comm, const TransportWish& wish,
                                    const ExchangeTimes& times);

/// The facts about a run's ranks that the choice depends on.
struct RunRanks {
  int ranks;
  bool fields_on_host;
  bool one_host = true;
  bool share_devices = false;
};
/// The tests that decide_transport calls if it needs them. Each answer holds for all ranks.
struct TransportTests {
  std::function<GpuMpiHint()> hint;
  std::function<bool()> device_messages_arrive;
  std::function<std::string(Transport)>
      problem; ///< the reason why peers or NCCL do not work, or ""
  ExchangeTimes
      times; ///< null if there is nothing to measure; throws EnvironmentError on all ranks alike
};
/// Applies the rules; all measurements come from the tests.
TransportChoice decide_transport(const RunRanks& run, const TransportWish& wish,
                                 const TransportTests& tests);

} // namespace isobar
