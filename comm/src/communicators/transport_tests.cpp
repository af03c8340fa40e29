#include <isobar/comm/communicators/transport_tests.hpp>

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/comm/communicators/rank_ghosts.hpp>
#include <isobar/core/field/field.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// A number that distinguishes a cell of the self-test from all others.
float test_value(const Partition& p, int i, int k, int j) {
  return float(1 + k + 4 * (p.first_i + i + p.global_nx * (p.first_j + j)));
}

/// Calls use(i, k, j, whether it is owned, whether it is in the domain) for each cell of a field and its halo.
template <class Use> void for_each_cell(const Partition& p, int nz, const Use& use) {
  for (int j = -1; j <= p.ny; ++j)
    for (int k = 0; k < nz; ++k)
      for (int i = -1; i <= p.nx; ++i) {
        const int gi = p.first_i + i, gj = p.first_j + j;
        use(i, k, j, i >= 0 && i < p.nx && j >= 0 && j < p.ny,
            gi >= 0 && gi < p.global_nx && gj >= 0 && gj < p.global_ny);
      }
}

/// Whether all-reduces that stay on the device give the right sums.
bool sums_arrive(Communicator<float>& communicator, const MpiComm& comm) {
  if (!communicator.sums_on_device()) return true;
  const CgScalars scalars;
  scalars.host().sums = {1.0 + comm.rank(), 0.5};
  scalars.to_device();
  communicator.sum_on_device(scalars.device(), CgStep::none);
  const Sums found = scalars.to_host().sums;
  const int ranks = comm.size();
  return found.first == 0.5 * ranks * (ranks + 1) && found.second == 0.5 * ranks;
}

/// Returns what is wrong with this rank's cells and sums, or "". A missing
/// neighbour is no exception here: ranks give memory of peers back together.
std::string fault_of(const MpiComm& comm, const TransportPlan& plan) {
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
  bool good = sums_arrive(communicators.on(0), comm);
  try {
    communicators.on(0).check();
  } catch (const EnvironmentError& error) {
    return error.what();
  }
  for_each_cell(p, nz, [&](int i, int k, int j, bool, bool inside) {
    good = good && (!inside || host(f.shape().place(i, k, j)) == test_value(p, i, k, j));
  });
  return good ? "" : "the self-test failed";
}

/// Seconds of an exchange on all levels, on the slowest rank.
template <class Exchange> double sample(const MpiComm& comm, const Exchange& exchange_all) {
  check_mpi(MPI_Barrier(comm.get()), "MPI_Barrier");
  const double begin = MPI_Wtime();
  exchange_all();
  ExecutionSpace().fence();
  double seconds = MPI_Wtime() - begin;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm.get()),
            "MPI_Allreduce");
  return seconds;
}

/// The median of several exchanges, after some that do not count.
template <class Exchange> double median_seconds(const MpiComm& comm, const Exchange& exchange_all) {
  constexpr int warmup = 3, samples = 11;
  std::vector<double> all;
  for (int n = -warmup; n < samples; ++n) {
    const double s = sample(comm, exchange_all);
    if (n >= 0) all.push_back(s);
  }
  std::nth_element(all.begin(), all.begin() + samples / 2, all.end());
  return all[samples / 2];
}

/// Seconds of one exchange of the halos of all levels, one field a level.
double halo_seconds(const MpiComm& comm, const ExchangedHalos& halos, const TransportPlan& plan) {
  MpiCommunicators<double> communicators(comm, halos.decomposition, halos.nz, plan);
  std::vector<Field<double>> fields;
  for (int level = 0; level < halos.decomposition.levels(); ++level) {
    const Partition p = halos.decomposition.partition(level);
    fields.emplace_back("isobar timed halo", p.nx, p.ny, halos.nz.on(level));
  }
  return median_seconds(comm, [&] {
    for (std::size_t level = 0; level < fields.size(); ++level)
      exchange(communicators.on(int(level)), fields[level]);
  });
}

/// Seconds of one exchange of the ghosts of all levels, one vector a level.
double ghost_seconds(const MpiComm& comm, const std::vector<const DistributedNumbers*>& levels,
                     const TransportPlan& plan) {
  RankGhosts<double> ghosts(comm, levels, plan);
  std::vector<Kokkos::View<double*, MemorySpace>> vectors;
  for (int level = 0; level < int(levels.size()); ++level)
    vectors.push_back(vector_with_ghosts<double>("isobar timed ghosts",
                                                 std::size_t(levels[std::size_t(level)]->owned),
                                                 std::size_t(ghosts.on(level).room())));
  return median_seconds(comm, [&] {
    for (std::size_t level = 0; level < vectors.size(); ++level)
      ghosts.on(int(level)).exchange(vectors[level]);
  });
}

} // namespace

std::string transport_problem(const MpiComm& comm, const TransportPlan& plan) {
  std::string problem;
  try {
    problem = fault_of(comm, plan);
  } catch (const EnvironmentError& error) {
    problem = error.what();
  }
  return comm.first_text(problem);
}

std::vector<double> exchange_times(const MpiComm& comm, const ExchangedHalos& halos,
                                   const std::vector<TransportPlan>& plans) {
  std::vector<double> times;
  for (const TransportPlan& plan : plans) times.push_back(halo_seconds(comm, halos, plan));
  return times;
}

std::vector<double> exchange_times(const MpiComm& comm,
                                   const std::vector<const DistributedNumbers*>& levels,
                                   const std::vector<TransportPlan>& plans) {
  std::vector<double> times;
  for (const TransportPlan& plan : plans) times.push_back(ghost_seconds(comm, levels, plan));
  return times;
}

} // namespace isobar
