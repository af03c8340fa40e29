#include <isobar/comm/communicators/transport_choice.hpp>

#include "halo/peer_exchange.hpp"

#include <isobar/comm/transport/device.hpp>
#include <isobar/comm/transport/host_ranks.hpp>
#include <isobar/comm/transport/nccl_ranks.hpp>
#include <isobar/comm/transport/peer_ranks.hpp>

namespace isobar {
namespace {

GpuMpiHint weakest_hint(const MpiComm& comm) {
  const GpuMpiHint hint = gpu_mpi_hint();
  const auto weakest = GpuMpiHint::Answer(comm.min(int(hint.answer)));
  if (weakest == hint.answer) return hint;
  return {weakest, "not every rank's MPI says it is GPU-aware"};
}

/// The run's NcclRanks, made on demand.
class RunNccl {
public:
  RunNccl(const MpiComm& comm, bool share_devices) : comm_(comm), share_devices_(share_devices) {}

  std::string problem() {
    if (!NcclRanks::is_built())
      return on_host ? "NCCL is for GPUs, and this build runs on none"
                     : "this build has no NCCL: configure with -D ISOBAR_ENABLE_NCCL=ON";
    if (share_devices_) return "ranks share a GPU: NCCL wants one for each";
    try {
      ranks_ = std::make_shared<const NcclRanks>(comm_);
    } catch (const EnvironmentError& error) {
      return error.what();
    }
    return transport_problem(comm_, connected(Transport::nccl));
  }
  TransportPlan connected(TransportPlan plan) const {
    if (plan.takes(Transport::nccl)) plan.nccl = ranks_;
    return plan;
  }

private:
  const MpiComm& comm_;
  bool share_devices_;
  std::shared_ptr<const NcclRanks> ranks_;
};

/// Whether the plan's ranks share memory of their host, which may be short.
bool shares_host_memory(const TransportPlan& plan) {
  return plan.inside == Transport::segment || (on_host && plan.inside == Transport::peer);
}

/// Times of plans. Throws EnvironmentError on all ranks if one of them cannot take a plan.
/// The host must have memory for more than the timed halos, because a run has others.
std::vector<double> times_on_all(const MpiComm& comm, std::vector<TransportPlan> plans,
                                 const ExchangeTimes& times) {
  constexpr std::size_t further =
      3; // the halos of a cycle in float, of the outer equation, of the true residual
  std::vector<double> seconds;
  std::string problem;
  try {
    for (TransportPlan& plan : plans)
      if (shares_host_memory(plan))
        plan.peers = std::make_shared<PeerRanks>(comm, plan.ranks_per_host);
    seconds = times(plans);
    for (const TransportPlan& plan : plans)
      if (shares_host_memory(plan))
        plan.peers->memory(further * plan.peers->bytes(), place_of(plan));
  } catch (const EnvironmentError& error) {
    problem = error.what();
  }
  problem = comm.first_text(problem);
  plans.clear(); // ranks give memory of peers back together, which an exception does not do
  if (!problem.empty()) throw EnvironmentError(problem);
  return seconds;
}

bool any_share_devices(const MpiComm& comm) {
  return comm.min(-select_device(comm).ranks_on_device) < -1;
}

} // namespace

TransportChoice choose_transport(const MpiComm& comm, const TransportWish& wish,
                                 const std::optional<ExchangedHalos>& halos) {
  if (!halos) return choose_transport_by(comm, wish, {});
  return choose_transport_by(comm, wish, [&](const std::vector<TransportPlan>& plans) {
    return exchange_times(comm, *halos, plans);
  });
}

TransportChoice choose_transport_by(const MpiComm& comm, const TransportWish& wish,
                                    const ExchangeTimes& times) {
  const RunRanks run{comm.size(), on_host, HostRanks(comm, wish.ranks_per_host).all_share(),
                     any_share_devices(comm)};
  RunNccl nccl(comm, run.share_devices);
  TransportTests tests{
      [&] { return weakest_hint(comm); },
      [&] { return device_messages_arrive(comm); },
      [&](Transport way) {
        if (way == Transport::nccl) return nccl.problem();
        return transport_problem(comm, {way, Transport::staged, wish.ranks_per_host});
      },
      {}};
  if (times)
    tests.times = [&](std::vector<TransportPlan> plans) {
      for (TransportPlan& plan : plans) plan = nccl.connected(plan);
      return times_on_all(comm, std::move(plans), times);
    };
  TransportChoice choice = decide_transport(run, wish, tests);
  choice.plan = nccl.connected(choice.plan);
  if (stores(choice.plan.inside))
    choice.plan.peers = std::make_shared<PeerRanks>(comm, wish.ranks_per_host);
  return choice;
}

} // namespace isobar
