#pragma once
#include "pressure/deck/deck.hpp"
#include "setup/level_ranks.hpp"

#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/grid/grid_level.hpp>

#include <vector>

/// The levels of a run: their number, and the columns that each rank owns and computes.
namespace isobar {

/// Replaces all automatic options of multigrid's levels by numbers, for
/// a number of ranks. `transport` is the user's wish. Throws InputError
/// if the deck asks for rows of other ranks and they are impossible.
void choose_levels(Deck& deck, int ranks, std::optional<Transport> transport = {});
/// The same for an equation other than the deck's. Its CFL number is the deck's times a factor for coefficients (cfl_factor.hpp).
void choose_levels(Deck& deck, const GridSpec& spec, int ranks,
                   std::optional<Transport> transport = {}, double cfl_factor = 1.0);

/// The decomposition of a deck's columns over a number of ranks. Levels are already
/// chosen. Throws InputError that names the deck's key if the two do not fit.
Decomposition decompose(const Deck& deck, int ranks, int rank);
/// The same for an equation other than the deck's.
Decomposition decompose(const Deck& deck, const GridSpec& spec, int ranks, int rank);
inline Decomposition decompose(const Deck& deck, const MpiComm& comm) {
  return decompose(deck, comm.size(), comm.rank());
}

/// Chooses the options that depend on the transport of halos. Levels are already chosen.
void choose_halo_overlap(Deck& deck, TransportPlan& transports);

/// One level of the whole run.
struct LevelOfRun {
  int nx, ny;          ///< its columns
  int ranks;           ///< that have it
  int overlap;         ///< rows of other ranks that a rank computes on either side
  Int64 computed;      ///< columns that all ranks compute; overlapping ones count repeatedly
  Partition of_rank_0; ///< the columns that it computes
};
/// All levels, the finest first.
std::vector<LevelOfRun> levels_of_run(const Deck& deck, const Decomposition& decomposition);

} // namespace isobar
