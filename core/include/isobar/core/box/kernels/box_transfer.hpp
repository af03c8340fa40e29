#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/field/field.hpp>

namespace isobar {

/// Transfers between a level of a box and the next coarser one, which halves the axes that
/// fine.halved() names. References and weights hold for three halved axes. Residuals are
/// volume-integrated, so averages are sums over children. P is the fine level's precision, Q the
/// coarse level's.
///
/// Prolongation P is linear between the centres of coarse cells along each axis, on stretched axes
/// too. Its weights (AxisNumber::near and far) take the sides into account, so cells beyond them
/// have no weight.
template <class P, class Q = P> struct BoxTransfer {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;
  using CoarseVector = FieldOf<Q>;

  /// Computes f_coarse = sum over the children of f - A u. Reads u with a valid halo of 1; writes
  /// owned cells. 2.125 references a fine cell.
  static void restrict_residual(const Grid& fine, const Vector& u, const Vector& f,
                                const CoarseVector& f_coarse);
  /// Computes f_coarse = sum over the children of f, the residual of u = 0. 1.125 references, no
  /// halo.
  static void restrict_rhs(const Grid& fine, const Vector& f, const CoarseVector& f_coarse);
  /// Computes f_coarse = P^T r: full weighting of 4 x 4 x 4 cells. Reads
  /// r with a valid halo of 1, corners included. 1.125 references.
  static void restrict_transpose(const Grid& fine, const Vector& r, const CoarseVector& f_coarse);

  /// Computes f_coarse from densities of r. The lowest child has the weight `own`. The
  /// children that share a face with it have equal shares of the rest. A weight of 1 is
  /// injection, and 1/2 is half-weighting. No centre of the fine level is a centre of the
  /// coarse level here, so the lowest child stands for it. 1.125 references, no halo.
  static void restrict_weighted(const Grid& fine, double own, const Vector& r,
                                const CoarseVector& f_coarse);

  /// Computes out = u + P u_coarse. Reads u_coarse with a valid halo of 1, corners included; out
  /// may be u. 2.125 references.
  static void prolongate(const Grid& fine, const Vector& u, const CoarseVector& u_coarse,
                         const Vector& out);
  /// Computes out = P u_coarse, which is prolongate() from u = 0. 1.125 references.
  static void interpolate(const Grid& fine, const CoarseVector& u_coarse, const Vector& out);
};

} // namespace isobar
