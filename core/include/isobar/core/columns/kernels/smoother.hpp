#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/colour.hpp>
#include <isobar/core/launch/planned_grid.hpp>

namespace isobar {

/// Vertical line relaxation: M holds the tridiagonal blocks of all columns, and one smoothing
/// step solves them exactly. The solve stays on chip (tridiag.hpp).
template <class P> struct Smoother {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// Computes out = u + rho M^-1 (f - A u) (petascale paper, eq. 11). It evaluates (1 - rho) u +
  /// rho M^-1 (f - N u), where N is the horizontal part of A. So it needs no vertical stencil.
  /// Reads f, and u with a valid halo of 1. Writes owned cells of out, which must not be u.
  /// 3 references.
  static void smooth(const Grid& grid, double rho, const Vector& u, const Vector& f,
                     const Vector& out);

  /// Whether smooth_norm() takes one pass over memory. It does on walks by whole columns, so not on
  /// GPUs.
  static constexpr bool has_norm = P::walk == Walk::blocks;
  /// Does what smooth() does, and returns this rank's share of || f - A u ||^2 for the u that it
  /// reads. Takes 3 references like smooth() where has_norm is true.
  static double smooth_norm(const Grid& grid, double rho, const Vector& u, const Vector& f,
                            const Vector& out);

  /// Does what smooth() does, and sets `out` beyond the domain's sides as DomainSides::mirror does.
  /// The finest level needs no mirror images, so its kernel does not compute them.
  static void smooth_mirrored(const Grid& grid, double rho, const Vector& u, const Vector& f,
                              const Vector& out);

  /// Does the step of smooth() in place on the columns of one colour: half a red-black sweep (line
  /// Gauss-Seidel). Reads u with a valid halo, which needs an exchange before each half.
  /// 3 references, as cache lines hold both colours.
  static void smooth_colour(const Grid& grid, double rho, Colour colour, const Vector& u,
                            const Vector& f);

  /// Computes out = rho M^-1 f, the step from u = 0. Needs no halo. 2 references.
  static void smooth_from_zero(const Grid& grid, double rho, const Vector& f, const Vector& out);

  /// Computes z = M^-1 r, the preconditioner of CG. Needs no halo. 2 references.
  static void solve_columns(const Grid& grid, const Vector& r, const Vector& z);
};

} // namespace isobar
