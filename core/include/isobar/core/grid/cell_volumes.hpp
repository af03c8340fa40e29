#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/grid_level.hpp>

namespace isobar {

/// Operations with cells' volumes |T| vol_k on owned cells of a level's fields. Sums are this rank's share, in double, and wait for the device.
template <class P> struct CellVolumes {
  using Matrix = GridLevel<typename P::arithmetic>;
  using Vector = FieldOf<P>;

  /// f = f / (|T| vol_k): volume integrals become cell means. 2 references.
  static void divide(const Matrix& grid, const Vector& f);
  /// ( sum of u |T| vol_k, sum of |T| vol_k ). 1 reference.
  static Sums integral(const Matrix& grid, const Vector& u);
  /// ( sum of f, sum of |f| ). 1 reference.
  static Sums sums(const Matrix& grid, const Vector& f);
  /// u = u + c. 2 references.
  static void add(const Matrix& grid, double c, const Vector& u);
  /// f = f + c |T| vol_k. 2 references.
  static void add_integrated(const Matrix& grid, double c, const Vector& f);
};

} // namespace isobar
