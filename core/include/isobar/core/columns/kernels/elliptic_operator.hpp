#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

namespace isobar {

/// The matrix A, which is never stored. All fields have the level's shape (nx, nz, ny) plus halo. u
/// is a cell mean; v, f and r are integrals over cells. P is Double, Float, FloatStorage, or
/// ZFastest of Double or Float.
template <class P> struct Operator {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// Computes v = A u (petascale paper, eq. 6). Reads u with a valid halo of 1, except beyond sides
  /// of the domain. Writes owned cells of v, and leaves its halo as it is. 2 references.
  static void apply(const Grid& grid, const Vector& u, const Vector& v);

  /// Writes the diagonal of A to the owned cells of d. 1 reference.
  static void diagonal(const Grid& grid, const Vector& d);

  /// Computes r = f - A u. Reads the halo of u as apply does. 3 references.
  static void residual(const Grid& grid, const Vector& u, const Vector& f, const Vector& r);

  /// Returns this rank's share of || f - A u ||^2 without storing the residual. Reads the halo of u
  /// as apply does. 2 references.
  static double residual_norm_squared(const Grid& grid, const Vector& u, const Vector& f);

  /// Returns this rank's share of || |A| |u| + |f| ||^2, with absolute values entry by entry. The
  /// norm times the unit roundoff is the size of rounding errors in f - A u. Reads the halo of u as
  /// apply does. 2 references.
  static double magnitude_squared(const Grid& grid, const Vector& u, const Vector& f);
};

} // namespace isobar
