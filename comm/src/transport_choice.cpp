#include <isobar/comm/transport_choice.hpp>

#include <isobar/comm/mpi_communicator.hpp>
#include <isobar/core/field/field.hpp>

#include <algorithm>
#include <fmt/format.h>

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

/// Cells of this rank that do not hold what their owner sent. A neighbour that did not come is no error here: memory
/// of peers is given back together.
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
  int wrong = 0;
  try {
    communicators.on(0).check();
  } catch (const EnvironmentError&) {
    ++wrong;
  }
  for_each_cell(p, nz, [&](int i, int k, int j, bool, bool inside) {
    wrong += inside && host(f.shape().place(i, k, j)) != test_value(p, i, k, j);
  });
  return wrong;
}

/// Fields of all levels, whose halos travel one way.
class TimedHalos {
public:
  TimedHalos(const MpiComm& comm, const ExchangedHalos& halos, const TransportPlan& plan)
      : comm_(comm), communicators_(comm, halos.decomposition, halos.nz, plan) {
    for (int level = 0; level < halos.decomposition.levels(); ++level) {
      const Partition p = halos.decomposition.partition(level);
      fields_.emplace_back("isobar timed halo", p.nx, p.ny, halos.nz.on(level));
    }
  }
  /// The median of some exchanges, after some that are not counted.
  double seconds() {
    constexpr int warmup = 3, samples = 11;
    std::vector<double> all;
    for (int n = -warmup; n < samples; ++n) {
      const double s = sample();
      if (n >= 0) all.push_back(s);
    }
    std::nth_element(all.begin(), all.begin() + samples / 2, all.end());
    return all[samples / 2];
  }

private:
  double sample() {
    check_mpi(MPI_Barrier(comm_.get()), "MPI_Barrier");
    const double begin = MPI_Wtime();
    for (std::size_t level = 0; level < fields_.size(); ++level)
      exchange(communicators_.on(int(level)), fields_[level]);
    ExecutionSpace().fence();
    double seconds = MPI_Wtime() - begin;
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm_.get()),
              "MPI_Allreduce");
    return seconds;
  }

  const MpiComm& comm_;
  MpiCommunicators<double> communicators_;
  std::vector<Field<double>> fields_;
};

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

/// Between peers or by MPI's messages, whichever has been seen to be faster.
TransportChoice fastest_on_host(const TransportWish& wish, const TransportTests& tests) {
  const TransportPlan messages = Transport::device,
                      peers(Transport::peer, Transport::device, wish.ranks_per_host);
  const std::string problem = tests.peer_problem();
  if (!problem.empty()) return {messages, "device: MPI's messages; no peers: " + problem};
  const std::vector<double> times = tests.times({messages, peers});
  if (times.empty()) return {messages, "device: MPI's messages"};
  const std::string seen = fmt::format(
      "an exchange on all levels takes {:.1f} us between peers and {:.1f} us by MPI's messages",
      1e6 * times[1], 1e6 * times[0]);
  if (times[1] < times[0]) return {peers, "peer: " + seen};
  return {messages, "device: " + seen};
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
  if (fields_on_host && !wish.way) return fastest_on_host(wish, tests);
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

std::vector<double> exchange_times(const MpiComm& comm, const ExchangedHalos& halos,
                                   const std::vector<TransportPlan>& plans) {
  std::vector<double> times;
  for (const TransportPlan& plan : plans) {
    TimedHalos timed(comm, halos, plan);
    times.push_back(timed.seconds());
  }
  return times;
}

TransportChoice choose_transport(const MpiComm& comm, const TransportWish& wish,
                                 const std::optional<ExchangedHalos>& halos) {
  return decide_transport(
      on_host, comm.size(), wish,
      {[&] { return weakest_hint(comm); }, [&] { return device_messages_arrive(comm); },
       [&] { return peer_problem(comm, wish.ranks_per_host); },
       [&](const std::vector<TransportPlan>& plans) {
         return halos ? exchange_times(comm, *halos, plans) : std::vector<double>();
       }});
}

} // namespace isobar
