#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/field/field.hpp>

namespace isobar {

/// The matrix of a box (box_grid.hpp), which is not stored. Fields have the
/// level's shape. In: values of cells. Out: integrals over cells. u needs a
/// valid halo of 1, except beyond the sides of the box. P is Double or Float.
template <class P> struct BoxOperator {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;

  /// Computes v = A u in owned cells. 2 references.
  static void apply(const Grid& grid, const Vector& u, const Vector& v);
  /// Computes r = f - A u in owned cells. 3 references.
  static void residual(const Grid& grid, const Vector& u, const Vector& f, const Vector& r);
  /// Returns this rank's share of || f - A u ||^2, without storing the residual. 2 references.
  static double residual_norm_squared(const Grid& grid, const Vector& u, const Vector& f);
};

/// Sums and means of fields. The equation of a singular box does not fix the mean of u.
template <class P> struct BoxMeans {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;

  /// Returns this rank's share of the integrals of u and of u^2 over the box. 1 reference.
  static Sums integral(const Grid& grid, const Vector& u);
  /// Returns this rank's share of the sums of all numbers and of their squares, for
  /// volume-integrated fields. 1 reference.
  static Sums sum(const Grid& grid, const Vector& f);
  /// Computes u -= number in owned cells. 2 references.
  static void subtract(const Grid& grid, double number, const Vector& u);
  /// Computes f -= number times the cell's volume in owned cells. 2 references.
  static void subtract_integrated(const Grid& grid, double number, const Vector& f);
};

} // namespace isobar
