#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/field/field.hpp>

namespace isobar {

/// The matrix of a box (box_grid.hpp), never stored. Fields have the level's shape, values of cells go in and volume-integrated
/// ones come out. u is read with a valid halo of 1, the sides of the box excepted. P is Double or Float.
template <class P> struct BoxOperator {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;

  /// v = A u, owned cells. 2 references.
  static void apply(const Grid& grid, const Vector& u, const Vector& v);
  /// r = f - A u, owned cells. 3 references.
  static void residual(const Grid& grid, const Vector& u, const Vector& f, const Vector& r);
  /// This rank's share of || f - A u ||^2, without storing the residual. 2 references.
  static double residual_norm_squared(const Grid& grid, const Vector& u, const Vector& f);
};

/// Means, which the equation of a singular box does not fix.
template <class P> struct BoxMeans {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;

  /// This rank's share of the integrals of u and of u^2 over the box. 1 reference.
  static Sums integral(const Grid& grid, const Vector& u);
  /// This rank's share of the sums of all numbers and of their squares: for what is volume-integrated. 1 reference.
  static Sums sum(const Grid& grid, const Vector& f);
  /// u -= number, owned cells. 2 references.
  static void subtract(const Grid& grid, double number, const Vector& u);
  /// f -= number times the cell's volume, owned cells. 2 references.
  static void subtract_integrated(const Grid& grid, double number, const Vector& f);
};

} // namespace isobar
