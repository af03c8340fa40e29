#pragma once
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/multigrid/ghosts.hpp>

#include <vector>

namespace isobar {

/// What travels between this rank and another one out of a vector that is dealt by lists, in both directions. The numbers of a
/// message stand in the order of the receiver's ghosts.
struct GhostNeighbour {
  int rank;
  std::vector<int> sent; ///< places of owned numbers that are ghosts there
  int first = 0;         ///< of the ghosts that come from there, counted from the first ghost
  int received = 0;      ///< how many
};

/// All neighbours of this rank, ascending.
struct GhostLists {
  int owned = 0, ghosts = 0;
  /// Places behind the ghosts for numbers without meaning, one for each neighbour that would only send or only receive.
  int answers = 0;
  std::vector<GhostNeighbour> neighbours;
};

/// Tells every owner who wants which of its numbers. Collective; this is all that ranks say to each other about a level. Throws
/// std::invalid_argument on all ranks, with one line, if a rank's numbers are no DealtNumbers or a ghost is not
/// owned by the rank that it is said to belong to; MpiError.
///
/// `answered`: who only receives from a neighbour sends one number back. Ranks that write into memory of each other need that: the
/// answer tells the writer that what it wrote before was read (peer_kernels.hpp).
GhostLists ghost_lists(const MpiComm& comm, const DealtNumbers& numbers, bool answered = false);

} // namespace isobar
