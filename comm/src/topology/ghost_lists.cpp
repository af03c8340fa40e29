#include <isobar/comm/topology/ghost_lists.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

namespace isobar {
namespace {

std::string fault_of(const MpiComm& comm, const DistributedNumbers& numbers) {
  const std::vector<int>& owners = numbers.owners;
  if (numbers.owned < 0 || numbers.ids.size() != std::size_t(numbers.owned) + owners.size())
    return fmt::format("rank {} has {} owned numbers, {} ghosts and ids of {}", comm.rank(),
                       numbers.owned, owners.size(), numbers.ids.size());
  for (std::size_t g = 0; g < owners.size(); ++g)
    if (owners[g] < 0 || owners[g] >= comm.size() || owners[g] == comm.rank() ||
        (g > 0 && owners[g] < owners[g - 1]))
      return fmt::format(
          "ghost {} of rank {} belongs to rank {}: expected another one of {} ranks, "
          "in ascending order",
          g, comm.rank(), owners[g], comm.size());
  return "";
}

/// Throws the fault of the first rank that has one, on all ranks.
void require_none(const MpiComm& comm, const std::string& fault) {
  const std::string first = comm.first_text(fault);
  if (!first.empty()) throw std::invalid_argument(first);
}

/// Numbers for each rank or from it, one rank's after another's.
struct ByRank {
  std::vector<int> counts, starts;

  explicit ByRank(std::vector<int> of_each) : counts(std::move(of_each)), starts(counts.size(), 0) {
    std::partial_sum(counts.begin(), counts.end() - 1, starts.begin() + 1);
  }
  int total() const { return starts.back() + counts.back(); }
};

ByRank ghosts_of_owners(const MpiComm& comm, const DistributedNumbers& numbers) {
  std::vector<int> counts(std::size_t(comm.size()), 0);
  for (int owner : numbers.owners) ++counts[std::size_t(owner)];
  return ByRank(std::move(counts));
}

/// The number of this rank's numbers that each other rank wants.
ByRank wanted_by_others(const MpiComm& comm, const ByRank& ghosts) {
  std::vector<int> counts(ghosts.counts.size());
  check_mpi(MPI_Alltoall(ghosts.counts.data(), 1, MPI_INT, counts.data(), 1, MPI_INT, comm.get()),
            "MPI_Alltoall");
  return ByRank(std::move(counts));
}

std::vector<Int64> wanted_ids(const MpiComm& comm, const DistributedNumbers& numbers,
                              const ByRank& ghosts, const ByRank& wanted) {
  std::vector<Int64> ids(std::size_t(wanted.total()));
  check_mpi(MPI_Alltoallv(numbers.ids.data() + numbers.owned, ghosts.counts.data(),
                          ghosts.starts.data(), MPI_INT64_T, ids.data(), wanted.counts.data(),
                          wanted.starts.data(), MPI_INT64_T, comm.get()),
            "MPI_Alltoallv");
  return ids;
}

/// The places of this rank's owned numbers that others want, by id.
class Places {
public:
  Places(const DistributedNumbers& numbers, const std::vector<Int64>& wanted) {
    for (Int64 id : wanted) places_.emplace(id, -1);
    for (int n = 0; n < numbers.owned && !places_.empty(); ++n)
      if (const auto at = places_.find(numbers.ids[std::size_t(n)]); at != places_.end())
        at->second = n;
  }
  /// The place of a number; below 0 if this rank does not own it.
  int of(Int64 wanted_id) const { return places_.at(wanted_id); }

private:
  std::unordered_map<Int64, int> places_;
};

void add_answers(GhostLists& lists) {
  for (GhostNeighbour& n : lists.neighbours) {
    const int ghost = lists.ghosts + lists.answers;
    if (n.sent.empty()) n.sent.push_back(lists.owned + ghost);
    else if (n.received == 0) n = {n.rank, std::move(n.sent), ghost, 1};
    else continue;
    ++lists.answers;
  }
}

} // namespace

GhostLists ghost_lists(const MpiComm& comm, const DistributedNumbers& numbers, bool answered) {
  require_none(comm, fault_of(comm, numbers));
  const ByRank ghosts = ghosts_of_owners(comm, numbers), wanted = wanted_by_others(comm, ghosts);
  const std::vector<Int64> ids = wanted_ids(comm, numbers, ghosts, wanted);
  const Places places(numbers, ids);
  std::string fault;
  GhostLists lists{numbers.owned, numbers.ghosts(), 0, {}};
  for (int rank = 0; rank < comm.size(); ++rank) {
    const auto r = std::size_t(rank);
    if (ghosts.counts[r] == 0 && wanted.counts[r] == 0) continue;
    GhostNeighbour neighbour{rank, {}, ghosts.starts[r], ghosts.counts[r]};
    for (int n = wanted.starts[r]; n < wanted.starts[r] + wanted.counts[r]; ++n) {
      const Int64 id = ids[std::size_t(n)];
      neighbour.sent.push_back(places.of(id));
      if (neighbour.sent.back() < 0)
        fault =
            fmt::format("rank {} takes number {} for one of rank {}, which does not own it: all "
                        "ranks need the same mesh and partition",
                        rank, id, comm.rank());
    }
    lists.neighbours.push_back(std::move(neighbour));
  }
  require_none(comm, fault);
  if (answered) add_answers(lists);
  return lists;
}

} // namespace isobar
