#pragma once
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/multigrid/ghosts.hpp>

#include <vector>

namespace isobar {

/// The numbers of a vector distributed by lists that travel between this rank and another
/// one, in both directions. A message has them in the order of the receiver's ghosts.
struct GhostNeighbour {
  int rank;
  std::vector<int> sent; ///< places of owned numbers that are ghosts of the other rank
  int first = 0;         ///< first ghost from the other rank, counted from this rank's first ghost
  int received = 0;      ///< number of ghosts from the other rank
};

/// All neighbours of this rank, in ascending order.
struct GhostLists {
  int owned = 0, ghosts = 0;
  /// Places behind the ghosts for numbers without meaning: one for each neighbour that would only
  /// send or only receive.
  int answers = 0;
  std::vector<GhostNeighbour> neighbours;
};

/// Tells every owner which of its numbers each rank wants. Collective. Ranks exchange no other data
/// about a level. Throws std::invalid_argument on all ranks if a rank's numbers are no
/// DistributedNumbers, or if a ghost does not belong to the rank that it names. Throws MpiError if
/// a call of MPI fails.
///
/// `answered`: a rank that only receives from a neighbour sends one number
/// back. Ranks that write into each other's memory need this answer, which
/// tells the writer that its last numbers were read (peer_kernels.hpp).
GhostLists ghost_lists(const MpiComm& comm, const DistributedNumbers& numbers,
                       bool answered = false);

} // namespace isobar
