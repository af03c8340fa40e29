#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/colour.hpp>

namespace isobar {

/// Point smoothers on a box. Jacobi's D is the diagonal of A, but along uniform axes all cells have that of a cell beside no side
/// (AxisNumber::inner): on a uniform box every mode of the error has its own factor. Single and narrow last cells keep their own, as
/// where nothing flows it is much smaller. The D of the colours is A's own. u is read with a valid halo of 1, the sides of
/// the box excepted.
template <class P> struct BoxSmoother {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;

  /// out = u + rho D^-1 (f - A u): weighted Jacobi; several steps with factors 1 / root are a Chebyshev polynomial
  /// (smoother_factors.hpp). Writes owned cells of out, which must not be u. 3 references.
  static void smooth(const Grid& grid, double rho, const Vector& u, const Vector& f,
                     const Vector& out);
  /// As smooth(), and returns this rank's share of || f - A u ||^2, of the u that it reads. Still 3 references.
  static double smooth_norm(const Grid& grid, double rho, const Vector& u, const Vector& f,
                            const Vector& out);
  /// out = rho D^-1 f: the step from u = 0. 2 references, no halo.
  static void smooth_from_zero(const Grid& grid, double rho, const Vector& f, const Vector& out);
  /// The step of smooth() for the cells of one colour of a chess board in space, (i + j + k) even or odd in the indices of the
  /// whole box, u in place: half a sweep of Gauss-Seidel, or with rho above 1 of SOR. 3 references, as lines of cache hold both
  /// colours.
  static void smooth_colour(const Grid& grid, double rho, Colour colour, const Vector& u,
                            const Vector& f);
};

} // namespace isobar
