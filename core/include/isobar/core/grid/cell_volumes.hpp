#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/grid_level.hpp>

namespace isobar {

/// Operations with the volumes |T| vol_k of cells, on owned cells of a level's fields. Sums are
/// this rank's share, in double. Functions that return sums wait for the device.
template <class P> struct CellVolumes {
  using Matrix = GridLevel<typename P::arithmetic>;
  using Vector = FieldOf<P>;

  /// Divides f by |T| vol_k, which turns volume integrals into cell means. 2 references.
  static void divide(const Matrix& grid, const Vector& f);
  /// Returns ( sum of u |T| vol_k, sum of |T| vol_k ). 1 reference.
  static Sums integral(const Matrix& grid, const Vector& u);
  /// Returns ( sum of f, sum of |f| ). 1 reference.
  static Sums sums(const Matrix& grid, const Vector& f);
  /// Adds c to u. 2 references.
  static void add(const Matrix& grid, double c, const Vector& u);
  /// Adds c |T| vol_k to f. 2 references.
  static void add_integrated(const Matrix& grid, double c, const Vector& f);
};

} // namespace isobar
