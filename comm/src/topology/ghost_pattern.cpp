#include "topology/ghost_pattern.hpp"

#include <memory>

namespace isobar {
namespace {

/// A block of so many numbers, one to a line, so that any number of them makes a run.
HaloBlock block_of_numbers(int rank, int count, std::ptrdiff_t first) {
  return {rank, 0, count, 1, 1, 1, first};
}

} // namespace

FieldShape vector_shape(const GhostLists& lists) {
  const int places = lists.owned + lists.ghosts + lists.answers;
  return {places, 1, 1, 0, places};
}

HaloPattern ghost_pattern(const GhostLists& lists) {
  HaloPattern pattern{{vector_shape(lists)}, {}, {}};
  for (const GhostNeighbour& n : lists.neighbours) {
    if (!n.sent.empty()) {
      HaloBlock block = block_of_numbers(n.rank, int(n.sent.size()), 0);
      block.places = std::make_shared<const std::vector<int>>(n.sent);
      pattern.sent.add(std::move(block));
    }
    if (n.received > 0)
      pattern.received.add(block_of_numbers(n.rank, n.received, lists.owned + n.first));
  }
  return pattern;
}

GhostCounts::GhostCounts(const MpiComm& comm, const GhostLists& own)
    : ranks_(comm.size()), counts_(std::size_t(ranks_) * std::size_t(ranks_)) {
  std::vector<int> received(std::size_t(ranks_), 0);
  for (const GhostNeighbour& n : own.neighbours) received[std::size_t(n.rank)] = n.received;
  check_mpi(
      MPI_Allgather(received.data(), ranks_, MPI_INT, counts_.data(), ranks_, MPI_INT, comm.get()),
      "MPI_Allgather");
}

HaloPattern GhostCounts::pattern_of(int rank) const {
  HaloPattern pattern{{FieldShape()}, {}, {}};
  for (int other = 0; other < ranks_; ++other)
    if (const int received = count(rank, other))
      pattern.received.add(block_of_numbers(other, received, 0));
  return pattern;
}

} // namespace isobar
