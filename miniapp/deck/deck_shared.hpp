#pragma once
#include "deck/deck_names.hpp"

#include <isobar/comm/topology/decomposition.hpp>

#include <optional>
#include <string>

/// Sections that the decks of all programs have. Their keys are in deck_keys_shared.hpp.
namespace isobar::deck {

struct Decomposition {
  std::optional<ProcessGrid> process_grid; ///< empty: the program chooses
  HaloOverlap overlap = HaloOverlap::automatic;
};
struct Run {
  int repeats = 5;
  int warmup = 1;
  Switch progress = Switch::automatic;
  bool kernel_timings = true;
};
struct Verification {
  bool enabled = true;
  std::optional<int> iteration_bound;
  double residual_agreement = 1e-2;
};
/// The keys that every program's [output] has.
struct ReportOutput {
  std::string report; ///< empty: not written
  Unconverged unconverged = Unconverged::beside;
};

} // namespace isobar::deck
