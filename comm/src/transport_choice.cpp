#include <isobar/comm/transport_choice.hpp>

#include <isobar/comm/mpi_communicator.hpp>
#include <isobar/core/field/field.hpp>

namespace isobar {
namespace {

/// A number that tells a cell of the self-test from all others.
float test_value(const Partition& p, int i, int k, int j) {
  return float(1 + k + 4 * (p.first_i + i + p.global_nx * (p.first_j + j)));
}

/// Hands each cell of a field and its halo to use(i, k, j, whether it is owned, whether it is of the domain).
template <class Use> void for_each_cell(const Partition& p, int nz, const Use& use) {
  for (int j = -1; j <= p.ny; ++j)
    for (int k = 0; k < nz; ++k)
      for (int i = -1; i <= p.nx; ++i) {
        const int gi = p.first_i + i, gj = p.first_j + j;
        use(i, k, j, i >= 0 && i < p.nx && j >= 0 && j < p.ny,
            gi >= 0 && gi < p.global_nx && gj >= 0 && gj < p.global_ny);
      }
}

/// Cells of this rank that do not hold what their owner sent.
int wrong_cells(const MpiComm& comm, const TransportPlan& plan) {
  constexpr int nz = 3, exchanges = 3;
  const Decomposition d({8 * comm.size(), 8 * comm.size(), 1, comm.size(), {}}, comm.rank());
  const Partition p = d.partition();
  MpiCommunicators<float> communicators(comm, d, nz, plan);
  const Field<float> f("isobar self-test", p.nx, p.ny, nz);
  const auto host = Kokkos::create_mirror_view(f.flat());
  Kokkos::deep_copy(host, 0.0F);
  for_each_cell(p, nz, [&](int i, int k, int j, bool owned, bool) {
    if (owned) host(f.shape().place(i, k, j)) = test_value(p, i, k, j);
  });
  Kokkos::deep_copy(f.flat(), host);
  for (int n = 0; n < exchanges; ++n) exchange(communicators.on(0), f, Halo::edges_and_corners);
  Kokkos::deep_copy(host, f.flat());
  communicators.on(0).check();
  int wrong = 0;
  for_each_cell(p, nz, [&](int i, int k, int j, bool, bool inside) {
    wrong += inside && host(f.shape().place(i, k, j)) != test_value(p, i, k, j);
  });
  return wrong;
}

/// Between hosts, or where there are no peers.
TransportChoice decide_messages(const TransportWish& wish, const TransportTests& tests) {
  if (wish.way == Transport::staged) return {Transport::staged, "staged: asked for"};
  const bool asked = wish.way == Transport::device;
  const GpuMpiHint hint = tests.hint();
  if (!asked && hint.answer != GpuMpiHint::Answer::yes)
    return {Transport::staged, "staged: " + hint.text};
  if (tests.device_messages_arrive())
    return {Transport::device, asked ? "device: asked for, and the self-test passed"
                                     : "device: " + hint.text + ", and the self-test passed"};
  if (asked)
    throw EnvironmentError("device buffers were asked for, but messages from device memory do not "
                           "arrive (" +
                           hint.text + "): use --transport auto or staged");
  return {Transport::staged, "staged: " + hint.text + ", but the self-test failed"};
}

GpuMpiHint weakest_hint(const MpiComm& comm) {
  const GpuMpiHint hint = gpu_mpi_hint();
  const auto weakest = GpuMpiHint::Answer(comm.min(int(hint.answer)));
  if (weakest == hint.answer) return hint;
  return {weakest, "not every rank's MPI says it is GPU-aware"};
}

} // namespace

std::string peer_problem(const MpiComm& comm, int ranks_per_host) {
  std::string problem;
  try {
    const int wrong = wrong_cells(comm, {Transport::peer, Transport::staged, ranks_per_host});
    if (wrong > 0) problem = "the self-test failed";
  } catch (const EnvironmentError& error) {
    problem = error.what();
  }
  if (comm.min(problem.empty()) == 1) return "";
  return problem.empty() ? "another rank met a problem" : problem;
}

TransportChoice decide_transport(bool fields_on_host, int ranks, const TransportWish& wish,
                                 const TransportTests& tests) {
  if (ranks == 1) return {Transport::device, "not needed: one rank"};
  if (fields_on_host && !wish.way)
    return {Transport::device, "not needed: fields live in host memory"};
  TransportChoice messages = fields_on_host && wish.way != Transport::staged
                                 ? TransportChoice{Transport::device, "device: MPI's messages"}
                                 : decide_messages(wish, tests);
  if (wish.way != Transport::peer) return messages;
  const std::string problem = tests.peer_problem();
  if (!problem.empty()) throw EnvironmentError("peers were asked for, but do not work: " + problem);
  return {{Transport::peer, messages.plan.between, wish.ranks_per_host},
          "peer inside a host: asked for, and the self-test passed; between hosts " +
              messages.reason};
}

TransportChoice choose_transport(const MpiComm& comm, const TransportWish& wish) {
  return decide_transport(on_host, comm.size(), wish,
                          {[&] { return weakest_hint(comm); },
                           [&] { return device_messages_arrive(comm); },
                           [&] { return peer_problem(comm, wish.ranks_per_host); }});
}

} // namespace isobar
