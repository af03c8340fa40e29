#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/kernels/restriction.hpp>
#include <isobar/core/launch/planned_grid.hpp>

namespace isobar {

/// Between a fine level and the next coarser one: the horizontal is coarsened by 2 in x and y, the
/// vertical not (layer_transfer.hpp does that). Residuals are volume-integrated, so restricting
/// means summing children. P is the fine level's precision, Q the coarse one's; both have one layout.
template <class P, class Q = P> struct Transfer {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  using CoarseVector = FieldOf<Q>;

  /// f_coarse = sum over the four children of f - A u: restriction by cell averages fused with
  /// the residual. Reads u with a valid halo of 1 and f; writes owned cells of f_coarse.
  /// 2.25 references a fine cell.
  static void restrict_residual(const Grid& fine, const Vector& u, const Vector& f,
                                const CoarseVector& f_coarse);

  /// f_coarse = sum over the four children of f: the residual of u = 0. 1.25 references, no halo.
  static void restrict_rhs(const Grid& fine, const Vector& f, const CoarseVector& f_coarse);

  /// f_coarse = P^T r, P the linear prolongation below: what a symmetric V-cycle needs. Reads r
  /// with a valid halo of 1, corners included, and mirrored sides. 1.25 references a fine cell.
  static void restrict_transpose(const Grid& fine, const Vector& r, const CoarseVector& f_coarse);

  /// out = u + P u_coarse, P the bilinear prolongation (9, 3, 3, 1)/16 of interpolation.hpp. Reads
  /// u_coarse with a valid halo of 1, corners included, and mirrored sides; u without halo. out
  /// may be u. 2.25 references.
  static void prolongate(const Grid& fine, const Vector& u, const CoarseVector& u_coarse,
                         const Vector& out);

  /// out = P u_coarse: the same from u = 0. 1.25 references.
  static void interpolate(const Grid& fine, const CoarseVector& u_coarse, const Vector& out);

  /// out = S(u + P u_coarse), S one smoothing step: the correction never travels to memory and
  /// back. Reads u with a valid halo of 1, u_coarse with a valid halo of 1 with corners (the
  /// neighbours' columns are corrected here too) and mirrored sides, and f. 3.25 references.
  static void prolongate_smooth(const Grid& fine, double rho, const Vector& u, const Vector& f,
                                const CoarseVector& u_coarse, const Vector& out);
};

template <class P> struct DomainSides {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// Sets the halo beyond the domain's sides to the mirror image of opposite sign (the Dirichlet
  /// value 0 lies on the side itself). Run after an exchange, corners included if u has them.
  static void mirror(const Grid& grid, const Vector& u);
};

/// The same, named like the other kernels.
template <class S, Layout L, class A, Walk W>
void mirror_sides(const PlannedGrid<A, W>& grid, const Field<S, L>& u) {
  DomainSides<Precision<S, A, L, W>>::mirror(grid, u);
}

} // namespace isobar
