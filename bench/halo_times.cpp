#include "arguments.hpp"
#include "run/memory.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/comm/transport/device.hpp>
#include <isobar/core/multigrid/launch_graph.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <map>

/// Measures the cost of an exchange and an all-reduce with a transport on each level:
///
///     mpirun -n 2 isobar_halo_times --transport peer
///
/// "in turn" means that the host launches exchanges one by one, "in a graph" that a recording is
/// replayed, as on coarse levels. Exchanges follow each other without waits, as in a solve.
namespace {

using namespace isobar;

struct Settings {
  int nx = 512, ny = 512, nz = 128, merge = 2, levels = 5, samples = 9;
  Transport transport = Transport::peer;
};
constexpr int exchanges = 50; ///< in a sample

double slowest_rank(const MpiComm& comm, double seconds) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm.get()),
            "MPI_Allreduce");
  return seconds;
}

/// Microseconds of one of the exchanges in body(): the median of the samples on the slowest rank.
template <class Body> double microseconds(const MpiComm& comm, int samples, const Body& body) {
  std::vector<double> all;
  for (int n = -2; n < samples; ++n) {
    ExecutionSpace().fence();
    check_mpi(MPI_Barrier(comm.get()), "MPI_Barrier");
    const double begin = MPI_Wtime();
    body();
    ExecutionSpace().fence();
    const double seconds = slowest_rank(comm, MPI_Wtime() - begin);
    if (n >= 0) all.push_back(1e6 * seconds / exchanges);
  }
  std::nth_element(all.begin(), all.begin() + samples / 2, all.end());
  return all[std::size_t(samples) / 2];
}

template <class T>
void measure_level(const Settings& s, const MpiComm& comm, Communicator<T>& communicator,
                   const Partition& p, int nz, int level) {
  const Field<T> u("isobar timed halo", p.nx, p.ny, nz);
  const auto many = [&] {
    for (int n = 0; n < exchanges; ++n) exchange(communicator, u);
  };
  const double in_turn = microseconds(comm, s.samples, many);
  std::string in_graph = "-";
  if (communicator.enqueued() && !on_host) {
    LaunchGraph graph;
    graph.record(many);
    in_graph = fmt::format("{:.1f}", microseconds(comm, s.samples, [&] { graph.run(many); }));
  }
  communicator.check();
  if (comm.rank() == 0)
    fmt::print("| {} | {} x {} x {} | {} KB | {:.1f} | {} |\n", level, p.nx, p.ny, nz,
               p.nx * nz * int(sizeof(T)) / 1024, in_turn, in_graph);
}

template <class T> void measure_levels(const Settings& s, const MpiComm& comm) {
  const Decomposition d({s.nx, s.ny, s.levels, comm.size(), {}}, comm.rank());
  const LayerCounts nz(s.nz, s.merge);
  MpiCommunicators<T> communicators(comm, d, nz, s.transport);
  for (int level = 0; level < s.levels; ++level)
    measure_level<T>(s, comm, communicators.on(level), d.partition(level), nz.on(level), level);
  if (!communicators.on(0).sums_on_device()) return;
  const CgScalars state;
  state.begin({0.0});
  const auto sums = [&] {
    for (int n = 0; n < exchanges; ++n)
      communicators.on(0).sum_on_device(state.device(), CgStep::step_length);
  };
  const double in_turn = microseconds(comm, s.samples, sums);
  if (comm.rank() == 0) fmt::print("| sum | | | {:.1f} | |\n", in_turn);
}

void measure(const Settings& s, const MpiComm& comm) {
  if (comm.rank() == 0)
    fmt::print("{} ranks, {}\n\n| level | cells of rank 0 | an edge in x | in turn, us | in a "
               "graph, us |\n"
               "| --- | --- | --- | --- | --- |\n",
               comm.size(), to_string(s.transport));
  measure_levels<float>(s, comm);
  measure_levels<double>(s, comm);
}

} // namespace

int main(int argc, char** argv) try {
  Settings s;
  CLI::App app{"Measures exchanges of halos and sums over ranks", "isobar_halo_times"};
  app.add_option("--nx", s.nx, "columns in x, of all ranks")->check(CLI::PositiveNumber);
  app.add_option("--ny", s.ny, "columns in y, of all ranks")->check(CLI::PositiveNumber);
  app.add_option("--nz", s.nz, "layers")->check(CLI::PositiveNumber);
  app.add_option("--merge", s.merge, "layers merged on coarser levels")->check(CLI::PositiveNumber);
  app.add_option("--levels", s.levels, "levels")->check(CLI::PositiveNumber);
  app.add_option("--samples", s.samples, "samples of each figure")->check(CLI::Range(1, 1000));
  std::string transport = "peer";
  std::map<std::string, Transport> names;
  for (const Transport way : transports) names[std::string(to_string(way))] = way;
  app.add_option("--transport", transport, "peer, segment, nccl, device or staged")
      ->check(CLI::IsMember(names));
  if (const auto code = isobar::read_arguments(app, argc, argv)) return *code;
  s.transport = names.at(transport);
  MpiSession mpi(argc, argv);
  const MpiComm comm(MPI_COMM_WORLD);
  const Kokkos::ScopeGuard kokkos(kokkos_settings(select_device(comm)));
  measure(s, comm);
} catch (const std::exception& e) {
  fmt::print(stderr, "isobar_halo_times: {}\n", e.what());
  return 3;
}
