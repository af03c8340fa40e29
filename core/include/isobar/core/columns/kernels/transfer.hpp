#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>
#include <isobar/core/multigrid/restriction.hpp>

namespace isobar {

/// Selects halo rows: the one south and the one north of a rank's part.
struct HaloRows {
  bool south = false, north = false;
};

/// Transfers between a fine level and the next coarser one. They coarsen the horizontal by 2 in x
/// and y, or along one of them (`halved`). They do not coarsen the vertical, which
/// layer_transfer.hpp does. References and weights are those for both axes. Residuals are
/// volume-integrated, so restriction sums the children. P is the fine level's precision, Q the
/// coarse one's; both have one layout.
///
/// The coarse column at the end of an odd row covers a single fine column and has its centre.
/// Prolongation treats it as a column of full width, and DomainSides::move_ends first moves its
/// number to the centre of such a column. So the fine column gets the coarse number. Its neighbour
/// gets 2/3 of its own coarse number and 1/3 of the last one.
template <class P, class Q = P> struct Transfer {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  using CoarseVector = FieldOf<Q>;

  /// Computes f_coarse, the sum of f - A u over the four children: restriction by cell averages,
  /// fused with the residual. Reads f, and u with a valid halo of 1. Writes owned cells of
  /// f_coarse. 2.25 references a fine cell.
  static void restrict_residual(const Grid& fine, const Vector& u, const Vector& f,
                                const CoarseVector& f_coarse, Coarsening halved = {});

  /// Computes f_coarse, the sum of f over the four children; f is the residual of u = 0. Needs no
  /// halo. 1.25 references a fine cell.
  static void restrict_rhs(const Grid& fine, const Vector& f, const CoarseVector& f_coarse,
                           Coarsening halved = {});

  /// Computes f_coarse = P^T r, where P is the linear prolongation below. A symmetric V-cycle needs
  /// it. Reads r with a valid halo of 1, corners included, and mirrored sides. If rows have an odd
  /// number of columns, call move_ends_transposed afterwards. 1.25 references a fine cell.
  static void restrict_transpose(const Grid& fine, const Vector& r, const CoarseVector& f_coarse,
                                 Coarsening halved = {});

  /// Computes out = u + P u_coarse, where P is the bilinear prolongation (9, 3, 3, 1)/16 of
  /// interpolation.hpp. Reads u_coarse with a valid halo of 1, corners included, and mirrored
  /// sides; reads u without halo. out may be u. 2.25 references.
  static void prolongate(const Grid& fine, const Vector& u, const CoarseVector& u_coarse,
                         const Vector& out, Coarsening halved = {});

  /// Computes out = P u_coarse, the prolongation to u = 0. Writes halo rows too if `rows` asks for
  /// them. They need only u_coarse with its halo, so they save a message. 1.25 references.
  static void interpolate(const Grid& fine, const CoarseVector& u_coarse, const Vector& out,
                          Coarsening halved = {}, HaloRows rows = {});

  /// Computes out = S(u + P u_coarse), where S is one smoothing step. The correction does not go
  /// through memory. Reads f, and u with a valid halo of 1. Reads u_coarse with mirrored sides and
  /// a valid halo of 1 with corners, because it also corrects the neighbours' columns.
  /// 3.25 references. Levels that halve one axis alone do not fuse the two. Such levels are few,
  /// and the fused kernel would have to be compiled three times for each shape of a team.
  static void prolongate_smooth(const Grid& fine, double rho, const Vector& u, const Vector& f,
                                const CoarseVector& u_coarse, const Vector& out);

  /// Computes out = S(P u_coarse), without reading a u. It also interpolates the neighbours'
  /// columns, so no message is needed between prolongation and smoothing. 2.25 references.
  static void interpolate_smooth(const Grid& fine, double rho, const Vector& f,
                                 const CoarseVector& u_coarse, const Vector& out);
};

} // namespace isobar
