#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/comm/topology/decomposition.hpp>

#include <vector>

namespace isobar {

/// A solver's levels, and the distribution of levels and columns over ranks.
struct SolverLevels {
  Deck deck;
  Decomposition decomposition;
  std::vector<Partition> parts; ///< the parts of the domain whose coefficients are needed

  /// Whether these levels may take the place of `old` ones: they
  /// differ, and each rank has the same columns unless `other_columns`.
  bool may_replace(const SolverLevels& old, bool other_columns) const;
};

} // namespace isobar
