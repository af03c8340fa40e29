#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/problem/equation.hpp"

#include <isobar/core/columns/caller_operators.hpp>
#include <isobar/core/grid/cell_volumes.hpp>
#include <isobar/core/grid/grid_spec.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <string>

/// Equations that know u up to a constant only, because
/// their matrix maps constants to 0 (is_singular(GridSpec)).
namespace isobar {

/// Takes one level if two would be the least and the second would be a
/// single column. Such a column is singular by itself without a reaction.
void keep_two_columns(Deck& deck, const GridSpec& spec);

/// The reason why a solver cannot have an equation with
/// a null space; empty if it can. Levels must be chosen.
std::string reason_against_null_space(const Deck& deck, const Equation& equation,
                                      const CallerOperators* own);

/// Admits an equation with a null space, or throws
/// InputError with the reason. Other equations pass.
void admit(Equation& equation, const std::string& reason);

/// The caller's wish for right-hand sides whose integral
/// is not 0, which have no solution, and what was done.
struct MeanRemoval {
  bool asked = false;   ///< whether the caller asks that f loses its mean
  double removed = 0.0; ///< the mean that was removed from the last f
};

/// Subtracts means from volume-integrated right-hand sides and
/// from solutions. Sums are over all ranks; calls are collective.
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
