#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

namespace isobar {

/// The matrix A, which is never stored. All fields have the level's shape (nx,
/// nz, ny) plus halo. Inputs are cell means, outputs are integrals over cells.
/// P is Double, Float, FloatStorage, or ZFastest of Double or Float.
template <class P> struct Operator {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// v = A u. Reads u with a valid halo of 1 (sides of the domain excepted); writes v's owned
  /// cells, leaves its halo. Petascale paper, eq. 6; 2 references.
  static void apply(const Grid& grid, const Vector& u, const Vector& v);

  /// d = the diagonal of A, owned cells. 1 reference.
  static void diagonal(const Grid& grid, const Vector& d);

  /// r = f - A u. Halo as in apply; 3 references.
  static void residual(const Grid& grid, const Vector& u, const Vector& f, const Vector& r);

  /// This rank's share of || f - A u ||^2, without storing the residual. Halo as in apply;
  /// 2 references.
  static double residual_norm_squared(const Grid& grid, const Vector& u, const Vector& f);

  /// This rank's share of || |A| |u| + |f| ||^2, absolute values entry by entry. Times the unit
  /// roundoff it is the size of rounding errors in f - A u. Halo as in apply; 2 references.
  static double magnitude_squared(const Grid& grid, const Vector& u, const Vector& f);
};

} // namespace isobar
