#include <isobar/comm/transport/peer_ranks.hpp>

#include <isobar/comm/transport/transport_error.hpp>

namespace isobar {

PeerRanks::PeerRanks(const MpiComm& comm, int ranks_per_host)
    : comm_(comm), hosts_(comm_, ranks_per_host) {}

bool PeerRanks::are_those_of(const MpiComm& other) const {
  int result = MPI_UNEQUAL;
  check_mpi(MPI_Comm_compare(comm_.get(), other.get(), &result), "MPI_Comm_compare");
  return result == MPI_IDENT || result == MPI_CONGRUENT;
}

std::shared_ptr<const PeerMemory> PeerRanks::memory(std::size_t bytes, PeerPlace place) {
  for (const auto& memory : all_)
    if (memory.use_count() == 1 && memory->place() == place && memory->bytes() >= bytes) {
      memory->clear();
      return memory;
    }
  std::shared_ptr<const PeerMemory> made;
  std::string problem;
  try {
    made = std::make_shared<const PeerMemory>(hosts_.own(), bytes, place);
  } catch (const EnvironmentError& error) {
    problem = error.what();
  }
  problem = comm_.first_text(problem);
  if (!problem.empty()) throw TransportError(problem);
  return all_.emplace_back(made);
}

std::size_t PeerRanks::bytes() const {
  std::size_t sum = 0;
  for (const auto& memory : all_) sum += memory->bytes();
  return sum;
}

} // namespace isobar
