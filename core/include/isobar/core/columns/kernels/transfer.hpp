#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>
#include <isobar/core/multigrid/restriction.hpp>

namespace isobar {

/// Rows of halo cells south and north of a rank's part.
struct HaloRows {
  bool south = false, north = false;
};

/// Transfers between a fine level and the next coarser one. The horizontal is coarsened by 2 in x and
/// y, or along one of them (`halved`); the vertical is not (layer_transfer.hpp does that). References
/// and weights are those of both axes. Residuals are volume-integrated, so restricting means summing
/// children. P is the fine level's precision, Q the coarse one's; both have one layout.
///
/// The coarse column at the end of an odd row covers a single fine one and has its
/// centre. Prolongation treats it as a column of full width. DomainSides::move_ends
/// moves the number there first. So the fine column gets the coarse number, and its
/// neighbour gets 2/3 of its own coarse number and 1/3 of the last one.
template <class P, class Q = P> struct Transfer {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  using CoarseVector = FieldOf<Q>;

  /// f_coarse = sum over the four children of f - A u: restriction by cell averages fused with
  /// the residual. Reads u with a valid halo of 1 and f; writes owned cells of f_coarse.
  /// 2.25 references a fine cell.
  static void restrict_residual(const Grid& fine, const Vector& u, const Vector& f,
                                const CoarseVector& f_coarse, Coarsening halved = {});

  /// f_coarse = sum over the four children of f: the residual of u = 0. 1.25 references, no halo.
  static void restrict_rhs(const Grid& fine, const Vector& f, const CoarseVector& f_coarse,
                           Coarsening halved = {});

  /// f_coarse = P^T r, P the linear prolongation below: what a symmetric V-cycle needs. Reads r
  /// with a valid halo of 1, corners included, and mirrored sides. 1.25 references a fine cell. Ends of
  /// odd rows need move_ends_transposed after it.
  static void restrict_transpose(const Grid& fine, const Vector& r, const CoarseVector& f_coarse,
                                 Coarsening halved = {});

  /// out = u + P u_coarse, P the bilinear prolongation (9, 3, 3, 1)/16 of interpolation.hpp. Reads
  /// u_coarse with a valid halo of 1, corners included, and mirrored sides; u without halo. out
  /// may be u. 2.25 references.
  static void prolongate(const Grid& fine, const Vector& u, const CoarseVector& u_coarse,
                         const Vector& out, Coarsening halved = {});

  /// out = P u_coarse: the same from u = 0. 1.25 references. Writes halo rows too
  /// if asked to: they need only u_coarse with its halo, so no message is needed.
  static void interpolate(const Grid& fine, const CoarseVector& u_coarse, const Vector& out,
                          Coarsening halved = {}, HaloRows rows = {});

  /// out = S(u + P u_coarse), S one smoothing step: the correction does not go through
  /// memory. Reads u with a valid halo of 1, u_coarse with a valid halo of 1 with
  /// corners (the neighbours' columns are corrected here too) and mirrored sides, and
  /// f. 3.25 references. If one axis alone is halved, the two are not fused: few levels
  /// are like that, and each shape of a team would have to be compiled three times.
  static void prolongate_smooth(const Grid& fine, double rho, const Vector& u, const Vector& f,
                                const CoarseVector& u_coarse, const Vector& out);

  /// out = S(P u_coarse): the same from u = 0, without a u. 2.25 references. Neighbours'
  /// columns are interpolated here too, so no message is needed between the two.
  static void interpolate_smooth(const Grid& fine, double rho, const Vector& f,
                                 const CoarseVector& u_coarse, const Vector& out);
};

} // namespace isobar
