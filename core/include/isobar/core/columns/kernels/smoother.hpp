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

  /// out = u + rho M^-1 (f - A u), as (1 - rho) u + rho M^-1 (f - N u) with N the horizontal part
  /// of A, so that no vertical stencil is needed. Petascale paper, eq. 11; 3 references.
  /// Reads u with a valid halo of 1 and f; writes owned cells of out, which must not be u.
  static void smooth(const Grid& grid, double rho, const Vector& u, const Vector& f,
                     const Vector& out);

  /// Whether smooth_norm() is one pass over memory: on walks by whole columns, so not on GPUs.
  static constexpr bool has_norm = P::walk == Walk::blocks;
  /// As smooth(), and returns this rank's share of || f - A u ||^2, of the u that it reads. Still 3 references, where
  /// has_norm is true.
  static double smooth_norm(const Grid& grid, double rho, const Vector& u, const Vector& f,
                            const Vector& out);

  /// As smooth(), and sets out beyond the domain's sides as DomainSides::mirror does.
  /// The finest level needs no mirror images, so its kernel does not compute them.
  static void smooth_mirrored(const Grid& grid, double rho, const Vector& u, const Vector& f,
                              const Vector& out);

  /// The step of smooth() for the columns of one colour, u in place: half a
  /// red-black sweep (line Gauss-Seidel). 3 references, as cache lines hold both
  /// colours. Reads u with a valid halo, which has to be exchanged before each half.
  static void smooth_colour(const Grid& grid, double rho, Colour colour, const Vector& u,
                            const Vector& f);

  /// out = rho M^-1 f: the step from u = 0. 2 references, no halo.
  static void smooth_from_zero(const Grid& grid, double rho, const Vector& f, const Vector& out);

  /// z = M^-1 r, the preconditioner of CG. 2 references, no halo.
  static void solve_columns(const Grid& grid, const Vector& r, const Vector& z);
};

} // namespace isobar
