#pragma once
#include "pressure/deck/deck.hpp"
#include "setup/level_ranks.hpp"

#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/grid/grid_level.hpp>

#include <vector>

/// The levels of a run: how many, and what each rank owns and computes of them.
namespace isobar {

/// Puts numbers in place of all that is automatic about multigrid's levels, for so many ranks. `transport`: the way that
/// was asked for. Throws InputError where rows of other ranks are to be computed and cannot be.
void choose_levels(Deck& deck, int ranks, std::optional<Transport> transport = {});
/// The same where the equation is not the deck's own; its CFL number is, times a factor for coefficients (cfl_factor.hpp).
void choose_levels(Deck& deck, const GridSpec& spec, int ranks,
                   std::optional<Transport> transport = {}, double cfl_factor = 1.0);

/// The decomposition of a deck's columns on so many ranks. Throws InputError that names the
/// deck's key where the two do not go together. Levels are chosen.
Decomposition decompose(const Deck& deck, int ranks, int rank);
/// The same where the equation is not the deck's own.
Decomposition decompose(const Deck& deck, const GridSpec& spec, int ranks, int rank);
inline Decomposition decompose(const Deck& deck, const MpiComm& comm) {
  return decompose(deck, comm.size(), comm.rank());
}

/// What is chosen once it is known how halos travel. Levels are chosen.
void choose_halo_overlap(Deck& deck, TransportPlan& transports);

/// One level of the whole run.
struct LevelOfRun {
  int nx, ny;     ///< its columns
  int ranks;      ///< that have it
  int overlap;    ///< rows of others that a rank computes on either side
  Int64 computed; ///< columns that all ranks together compute: more than there are if they overlap
  Partition of_rank_0; ///< what that one computes
};
/// All levels, the finest first.
std::vector<LevelOfRun> levels_of_run(const Deck& deck, const Decomposition& decomposition);

} // namespace isobar
