#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/problem/equation.hpp"

#include <isobar/core/columns/caller_operators.hpp>
#include <isobar/core/grid/cell_volumes.hpp>
#include <isobar/core/grid/grid_spec.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <string>

/// Equations that know u up to a constant only, because their matrix maps constants to 0: is_singular(GridSpec).
namespace isobar {

/// Takes one level if two would be the least and the second one a single column, which is singular by itself without a reaction.
void keep_two_columns(Deck& deck, const GridSpec& spec);

/// Why a solver cannot have such an equation; empty if it can. Levels must be chosen.
std::string reason_against_null_space(const Deck& deck, const Equation& equation,
                                      const CallerOperators* own);

/// Admits such an equation, or throws InputError with the reason. Other equations pass.
void admit(Equation& equation, const std::string& reason);

/// How right-hand sides are treated whose integral is not 0, and which have no solution.
struct MeanRemoval {
  bool asked = false;   ///< the caller asks that f loses its mean
  double removed = 0.0; ///< from the last f
};

/// Makes means 0, of volume-integrated right-hand sides and of solutions. Sums are over all ranks; calls are collective.
template <class P> class NullSpace {
public:
  using Matrix = GridLevel<typename P::arithmetic>;
  using Vector = FieldOf<P>;
  NullSpace(const Matrix& grid, Communicator<typename P::storage>& ranks)
      : grid_(grid), ranks_(ranks) {}

  /// Subtracts the mean from f and returns it. Throws InputError if it exceeds rounding, unless some rank asks for it.
  double make_solvable(const Vector& f, bool asked) const;
  /// Subtracts the mean from u.
  void make_unique(const Vector& u) const;

private:
  const Matrix& grid_;
  Communicator<typename P::storage>& ranks_;
};

} // namespace isobar
