#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/comm/topology/decomposition.hpp>

#include <vector>

namespace isobar {

/// A solver's levels, and the distribution of levels and columns over ranks.
struct SolverLevels {
  Deck deck;
  Decomposition decomposition;
  std::vector<Partition> parts; ///< parts of the domain whose coefficients are needed

  /// Whether these levels differ from `old` ones, on the same columns of each rank unless other columns may be taken.
  bool may_replace(const SolverLevels& old, bool other_columns) const;
};

} // namespace isobar
