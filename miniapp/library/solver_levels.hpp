#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/comm/topology/decomposition.hpp>

#include <vector>

namespace isobar {

/// A solver's levels, and the distribution of levels and columns over ranks.
struct SolverLevels {
  Deck deck;
  Decomposition decomposition;
  std::vector<Partition> parts; ///< of the domain, that coefficients are needed of

  /// Whether these are other levels than `old` ones, on the same columns of each rank unless others will do.
  bool may_replace(const SolverLevels& old, bool other_columns) const;
};

} // namespace isobar
