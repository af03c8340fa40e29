#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/level.hpp>

namespace isobar {

/// Conjugate gradients for the coarsest level of a box (Hestenes and Stiefel, J. Res. Nat. Bur. Standards 49, 1952), with
/// fields of its own.
template <class P> class CoarsestCg {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;
  using Grid = BoxGridOf<P>;

  CoarsestCg() = default;
  /// Allocates fields of this shape.
  explicit CoarsestCg(const FieldShape& shape);
  static Int64 bytes(const FieldShape& shape) { return 3 * shape.size() * Int64(sizeof(T)); }

  /// Solves until the residual norm is at most `tolerance` times that of f. With a tolerance of 0, it solves until rounding
  /// ends the solve. Reads u with a valid halo if the guess is current, and writes owned cells of u. If the box is singular,
  /// the residual's mean is left out. Collective.
  void solve(const Grid& grid, Communicator<T>& ranks, const Vector& f, const Vector& u,
             Guess guess, double tolerance) const;

private:
  double begin(const Grid& grid, Communicator<T>& ranks, const Vector& f, const Vector& u,
               Guess guess) const;
  Vector r_, p_, q_;
};

} // namespace isobar
