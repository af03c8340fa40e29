#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

#include <array>
#include <span>

namespace isobar {

/// Vector operations of the Krylov methods that keep a basis: GCR and GMRES. They read and write
/// owned cells only, and need no halo. Sums are this rank's share.
template <class P> struct BasisKernels {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  using Vectors = std::span<const Vector>;
  /// The number of vectors that one pass over memory adds up.
  static constexpr int at_once = 4;

  /// Returns ( <v, w>, <v, x> ). 3 references. Waits.
  static Sums product_pair(const Grid& grid, const Vector& v, const Vector& w, const Vector& x);

  /// Computes y = scale (x - c_0 w_0 - c_1 w_1 - c_2 w_2 - c_3 w_3). y may be x. 6 references.
  static void combine_four(const Grid& grid, double scale, const Vector& x,
                           const std::array<double, at_once>& c,
                           const std::array<Vector, at_once>& w, const Vector& y);

  /// Computes products[n] = <v, basis[n]>, two products a pass: 1.5 references each.
  static void products(const Grid& grid, const Vector& v, Vectors basis,
                       std::span<double> products);

  /// Computes y = scale (x - sum of c[n] basis[n]), four vectors a pass: 1.5 references each. y may
  /// be x. The basis may be empty.
  static void combine(const Grid& grid, double scale, const Vector& x, std::span<const double> c,
                      Vectors basis, const Vector& y);
};

} // namespace isobar
