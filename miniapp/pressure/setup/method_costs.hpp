#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/problem/equation.hpp"

namespace isobar {

/// What a solve takes for each unknown, about: bytes to and from memory, and operations of products with modes, as far as those are not
/// hidden behind memory.
struct SolveCost {
  double bytes = 0.0, operations = 0.0;

  /// Of so many unknowns, at a rate of copies in bytes a second. Products do a fixed number of operations in the time of a byte.
  double seconds(Int64 unknowns, double copy_rate) const;
};

/// The cost of a deck's method, one of those that may be chosen (method_candidates.hpp), from counts of references and rates of convergence
/// that hold for the papers' equation. It is right to a factor of about two where memory limits a solve, and knows nothing of launches and
/// messages. Multigrid's levels are not asked.
SolveCost solve_cost(const Deck& deck, const Equation& equation);

} // namespace isobar
