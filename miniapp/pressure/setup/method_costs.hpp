#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/problem/equation.hpp"

namespace isobar {

/// The approximate cost of a solve for each unknown. It consists of bytes to and from memory, and
/// the operations of products with modes that memory traffic does not hide.
struct SolveCost {
  double bytes = 0.0, operations = 0.0;

  /// Seconds for a number of unknowns; `copy_rate` is in bytes a second.
  /// Products do a fixed number of operations in the time of a byte.
  double seconds(Int64 unknowns, double copy_rate) const;
};

/// The cost of a deck's method, one of the candidates (method_candidates.hpp), from counts of
/// references and rates of convergence for the papers' equation. It is right to a factor of about two
/// if memory limits a solve, and ignores launches and messages. It does not use multigrid's levels.
SolveCost solve_cost(const Deck& deck, const Equation& equation);

} // namespace isobar
