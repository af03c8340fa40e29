#include <isobar/comm/transport/host_ranks.hpp>

#include <algorithm>

namespace isobar {
namespace {

MpiComm ranks_of_own_host(const MpiComm& comm, int ranks_per_host) {
  const MpiComm node = comm.node();
  return ranks_per_host > 0 ? node.split(comm.rank() / ranks_per_host) : node;
}

std::vector<int> of_all(const MpiComm& comm, int value) {
  std::vector<int> all(std::size_t(comm.size()));
  check_mpi(MPI_Allgather(&value, 1, MPI_INT, all.data(), 1, MPI_INT, comm.get()), "MPI_Allgather");
  return all;
}

} // namespace

HostRanks::HostRanks(const MpiComm& comm, int ranks_per_host)
    : own_(ranks_of_own_host(comm, ranks_per_host)), rank_(comm.rank()),
      hosts_(of_all(comm, own_.min(comm.rank()))), places_(of_all(comm, own_.rank())) {}

bool HostRanks::all_share() const {
  return std::all_of(hosts_.begin(), hosts_.end(), [this](int host) { return host == hosts_[0]; });
}

} // namespace isobar
