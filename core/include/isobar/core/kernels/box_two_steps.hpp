#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/field/field.hpp>

namespace isobar {

/// Two smoothing steps after each other (BoxSmoother): Jacobi with two factors, or both halves of a red-black sweep.
struct TwoSteps {
  double first, second; ///< factors
  bool colours =
      false; ///< the first step is that of the red cells alone, the second one that of the black ones
};

/// The same two steps as two calls of BoxSmoother, in one pass over memory: half the bytes. For a rank that has the whole of
/// a uniform box, as the second step needs what the first one gives beside the owned cells. u and f are read in owned cells, and u
/// in its halo columns, which the rank has copied itself where x is periodic and which are finite elsewhere. P is the precision of
/// the level, Q that of the coarser one.
template <class P, class Q = P> struct BoxTwoSteps {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;
  using CoarseVector = FieldOf<Q>;

  /// out = S2 S1 u; out must not be u. 3 references.
  static void smooth(const Grid& grid, const TwoSteps& steps, const Vector& u, const Vector& f,
                     const Vector& out);
  /// The same from u = 0. 2 references.
  static void smooth_from_zero(const Grid& grid, const TwoSteps& steps, const Vector& f,
                               const Vector& out);
  /// out = S2 S1 (u + P u_coarse), where all axes are halved: the correction never travels to memory and back. Reads u_coarse with
  /// a valid halo of 1, corners included. 3.125 references.
  static void prolongate_smooth(const Grid& grid, const TwoSteps& steps, const Vector& u,
                                const Vector& f, const CoarseVector& u_coarse, const Vector& out);
  /// The same from u = 0. 2.125 references.
  static void interpolate_smooth(const Grid& grid, const TwoSteps& steps, const Vector& f,
                                 const CoarseVector& u_coarse, const Vector& out);
};

} // namespace isobar
