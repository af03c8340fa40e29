#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/run/pressure_result.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>
#include <isobar/comm/mpi/mpi.hpp>

#include <functional>
#include <string>
#include <vector>

/// A class at its own size, and at half and a quarter of its columns a side. This shows a machine that is fast at one size only.
namespace isobar {

/// The result of a run of one size. It is the same on all ranks.
struct SizeRecord {
  int columns = 0;    ///< a side
  std::string method; ///< given by the deck or chosen; empty if it was not run
  Int64 unknowns = 0;
  bool was_run = false;
  std::string reason;              ///< why it is not valid, or was not run; empty if it is valid
  int repeats = 0, iterations = 0; ///< timed ones; the most of a solve
  double repeat = 0.0, setup = 0.0, update = 0.0, solve = 0.0; ///< seconds, medians; one of each
  ModelStep step{};                                            ///< from which figures are computed
  double true_residual = 0.0;                                  ///< relative, largest

  bool is_valid() const { return was_run && reason.empty(); }
  /// Millions of unknowns that all devices together solve per second, if a step takes `seconds`; 0 if the result is not valid.
  double mdof_per_second(double seconds) const {
    return is_valid() ? double(unknowns) / seconds / 1e6 : 0.0;
  }
};

/// The smaller sizes, and the divisors of figures.
struct ClassSizes {
  std::vector<SizeRecord> smaller;
  int devices = 1, nodes = 1; ///< GPUs, each once, or ranks on hosts
};

/// Columns a side of a `part`-th of a class. They are a multiple of 32 on the panel and of 16 on
/// the sphere, so that grids can be halved.
int columns_of_part(int columns, int part, bool on_sphere);

/// The record of a run of this deck.
SizeRecord size_record(const Deck& deck, const RunResult& result);

/// Runs a class at half and at a quarter of its columns. The run of its own size `own` has this
/// result, and its memory is free. Each run is like that one, but with fewer seconds of repeats,
/// and without files and kernel timings. `deck_at` gives the class's deck with a number of columns.
/// None is run if the first result is not valid; a signal ends all and makes that result invalid.
/// Collective. Throws as run() does.
ClassSizes run_smaller_sizes(const MpiComm& comm, const Deck& own,
                             const std::function<Deck(int columns)>& deck_at,
                             const TransportWish& wish, RunResult& result);

} // namespace isobar
