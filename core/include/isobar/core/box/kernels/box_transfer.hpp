#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/field/field.hpp>

namespace isobar {

/// Between a level of a box and the next coarser one, which halves the axes that fine.halved() names. References and weights
/// are those of all three axes. Residuals are volume-integrated, so restricting by averages means summing children. P is the fine
/// level's precision, Q the coarse one's.
///
/// Prolongation P is linear between the centres of coarse cells along each axis, on stretched axes too; its weights (AxisNumber::
/// near and far) know the sides, so nothing beyond them is read with a weight.
template <class P, class Q = P> struct BoxTransfer {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;
  using CoarseVector = FieldOf<Q>;

  /// f_coarse = sum over the children of f - A u. Reads u with a valid halo of 1; writes owned cells. 2.125 references a fine
  /// cell.
  static void restrict_residual(const Grid& fine, const Vector& u, const Vector& f,
                                const CoarseVector& f_coarse);
  /// f_coarse = sum over the children of f: the residual of u = 0. 1.125 references, no halo.
  static void restrict_rhs(const Grid& fine, const Vector& f, const CoarseVector& f_coarse);
  /// f_coarse = P^T r: full weighting, of 4 x 4 x 4 cells. Reads r with a valid halo of 1, corners included. 1.125 references.
  static void restrict_transpose(const Grid& fine, const Vector& r, const CoarseVector& f_coarse);

  /// f_coarse takes the density of r in its lowest child with the weight `own`, and those of the children beside that one across a face
  /// with what is left, in equal parts: with 1 it is injection, with 1/2 half-weighting. No point of the fine level is one of the
  /// coarse level's here, so the lowest child stands for it. 1.125 references, no halo.
  static void restrict_weighted(const Grid& fine, double own, const Vector& r,
                                const CoarseVector& f_coarse);

  /// out = u + P u_coarse. Reads u_coarse with a valid halo of 1, corners included; out may be u. 2.125 references.
  static void prolongate(const Grid& fine, const Vector& u, const CoarseVector& u_coarse,
                         const Vector& out);
  /// out = P u_coarse: the same from u = 0. 1.125 references.
  static void interpolate(const Grid& fine, const CoarseVector& u_coarse, const Vector& out);
};

} // namespace isobar
