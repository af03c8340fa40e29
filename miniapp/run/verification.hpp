#pragma once
#include "deck/deck.hpp"

#include <isobar/comm/decomposition.hpp>
#include <isobar/core/field/host_order.hpp>
#include <isobar/core/solvers/multigrid.hpp>

#include <string>
#include <vector>

namespace isobar {

/// One condition of a valid run: passed if value <= bound (and value is a number).
struct Check {
  std::string name;
  bool passed = false;
  double value = 0.0;
  double bound = 0.0;
  std::string message;
};
/// `value <= bound`, which a NaN is not.
Check check_at_most(std::string name, double value, double bound, std::string message);

/// The solve's own word: converged, within the deck's bound on iterations if it has one.
std::vector<Check> check_convergence(const Deck& deck, const SolveReport& solve);

/// How far a true residual may be above the tolerance, as a fraction of it: rounding of the last
/// digit, which is of no concern to anybody.
inline constexpr double last_digit = 1e-6;

/// The true residual in double, recomputed from the solution as the host got it, is at most the
/// tolerance (but for last_digit) and agrees with what the solver's recurrence says. The two may
/// differ by residual_agreement times the tolerance, and by what rounding does to a residual.
struct TrueResidual {
  double relative = 0.0; ///< || f - A u || / || f ||, volume-integrated, all ranks
  /// Unit roundoff of the precision in which the solver holds u times || |A||u| + |f| || / || f ||.
  double rounding = 0.0;
  std::vector<Check> checks;
};
TrueResidual check_true_residual(const Deck& deck, const SolveReport& solve,
                                 const HostField& right_side, const HostField& solution,
                                 const Decomposition& decomposition,
                                 Communicator<double>& communicator);

/// The operator of precision P on this grid is symmetric: | <Ax, y> - <x, Ay> | over
/// ||Ax|| ||y|| for random x and y. Allocates three fields while it runs.
template <class P>
Check check_symmetry(const GridLevel<typename P::arithmetic>& grid,
                     Communicator<typename P::storage>& communicator);

/// A small problem in the flat box whose solution is known,
///     u = sin(pi x) sin(pi y) cos(pi z / H),
/// solved by multigrid in precision P on one rank. w, lam and H are such that horizontal,
/// vertical and zero-order terms all count.
template <class P> class ManufacturedProblem {
public:
  using Grid = typename Multigrid<P>::Grid;
  /// n x n columns, n levels of equal thickness; n a multiple of 4.
  explicit ManufacturedProblem(int n);
  /// Relative error of the numerical solution in L2.
  double error();
  /// The matrix, on both levels, for tests that spoil it.
  const Grid& grid() const { return multigrid_.grid(); }

private:
  double exact(int i, int j, int k) const;
  int n_;
  SelfCommunicators<typename P::storage> alone_;
  Multigrid<P> multigrid_;
};

/// The discretisation's promise: second order, so that the error falls fourfold from n = 16 to
/// n = 32 (bounds 3.4 and 4.6 in double; in float only the size of the error is held to).
template <class P>
std::vector<Check> check_manufactured(ManufacturedProblem<P>& coarse, ManufacturedProblem<P>& fine);

} // namespace isobar
