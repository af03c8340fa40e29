#pragma once
#include <isobar/comm/communicators/transport_choice.hpp>
#include <isobar/comm/transport/nccl_ranks.hpp>

#include <memory>
#include <vector>

/// How tests send halos: device pointers crash an MPI that does not know device memory.
namespace isobar {

/// Sends by messages: from device memory if MPI knows it, else through host memory. Collective.
inline TransportPlan best_transport(const MpiComm& comm) { return choose_transport(comm).plan; }

/// One transport for all solvers of a test, so that not each of them measures which is fastest. Collective.
inline Transport transport_of_tests() {
  static const Transport best = best_transport(MpiComm(MPI_COMM_WORLD)).inside;
  return best;
}

/// Whether every rank has a GPU of its own, or there are none. Collective.
inline bool may_be_peers([[maybe_unused]] const MpiComm& comm) {
#if KOKKOS_VERSION >= 40100
  return on_host || comm.node().size() <= Kokkos::num_devices();
#else
  return on_host;
#endif
}

inline constexpr char no_nccl[] = "one rank, no NCCL in this build, or ranks share a GPU";
/// Whether halos can travel through NCCL; no_nccl says why not. Collective.
inline bool may_use_nccl(const MpiComm& comm) {
  return NcclRanks::is_built() && comm.size() > 1 && may_be_peers(comm);
}

/// NCCL's communicator of all ranks, one for all tests, as it takes a second to make. Goes before MPI does
/// (mpi_main.cpp).
inline std::shared_ptr<const NcclRanks>& nccl_of_world() {
  static std::shared_ptr<const NcclRanks> ranks;
  return ranks;
}

/// A plan of all ranks with it. Collective.
inline TransportPlan connected(const MpiComm& world, TransportPlan plan) {
  if (!nccl_of_world()) nccl_of_world() = std::make_shared<const NcclRanks>(world);
  plan.nccl = nccl_of_world();
  return plan;
}

/// All ways that there are, also mixtures. Collective.
inline std::vector<TransportPlan> all_transports(const MpiComm& comm) {
  std::vector<TransportPlan> plans = {best_transport(comm), Transport::staged};
  if (!may_be_peers(comm)) return plans;
  plans.emplace_back(Transport::peer, plans[0].between);
  plans.emplace_back(Transport::peer, plans[0].between, 2);
  if (!on_host) plans.emplace_back(Transport::segment, plans[0].between);
  if (may_use_nccl(comm)) {
    plans.push_back(connected(comm, Transport::nccl));
    plans.push_back(connected(comm, {Transport::peer, Transport::nccl, 2}));
  }
  return plans;
}

} // namespace isobar
