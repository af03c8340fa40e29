#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/colour.hpp>

namespace isobar {

/// Point smoothers on a box. Jacobi's D is the diagonal of A, with one exception. Along a uniform
/// axis all cells have the diagonal of a cell beside no side (AxisNumber::inner). So on a uniform
/// box every mode of the error has its own factor. Single cells and narrow last cells keep their
/// own diagonal, which is much smaller where nothing flows. Red-black steps have the diagonal of A
/// as D. u needs a valid halo of 1, except beyond the sides of the box.
template <class P> struct BoxSmoother {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;

  /// Computes out = u + rho D^-1 (f - A u), a step of weighted Jacobi. Several
  /// steps with factors 1 / root are a Chebyshev polynomial (smoother_factors.hpp).
  /// Writes owned cells of out, which must not be u. 3 references.
  static void smooth(const Grid& grid, double rho, const Vector& u, const Vector& f,
                     const Vector& out);
  /// Does smooth(), and returns this rank's share of || f - A u ||^2 for the u that it reads. 3
  /// references.
  static double smooth_norm(const Grid& grid, double rho, const Vector& u, const Vector& f,
                            const Vector& out);
  /// Computes out = rho D^-1 f, the step from u = 0. 2 references, no halo.
  static void smooth_from_zero(const Grid& grid, double rho, const Vector& f, const Vector& out);
  /// Does the step of smooth() in place for the cells of one colour of a chess board in space. A
  /// colour has the cells with even or odd i + j + k in the indices of the whole box. This is half
  /// a sweep of Gauss-Seidel, or of SOR with rho above 1. It takes 3 references, because cache
  /// lines hold both colours.
  static void smooth_colour(const Grid& grid, double rho, Colour colour, const Vector& u,
                            const Vector& f);
};

} // namespace isobar
