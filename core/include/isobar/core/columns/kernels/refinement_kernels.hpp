#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>
#include <isobar/core/multigrid/mixed_refinement.hpp>

namespace isobar {

/// Kernels between an iteration in P and an inner one in Q. P is double, and Q has fields in float.
/// In isobar_count_operations, both are numbers that count operations. Fields of both kinds have
/// the same owned cells. Kernels apply A in double. Norms are this rank's shares, squared, of the
/// result before it is rounded to float. No kernel writes a halo.
template <class P = Double, class Q = Precision<float, float, P::layout, P::walk>>
struct RefinementKernels {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  using Inner = Scaled<typename Q::storage>;

  /// Rounds f to r, and returns || f ||^2. 1.5 references (in double words, here and below).
  static double to_float(const Grid& grid, const Vector& f, const Inner& r);
  /// Copies e to u. 1.5 references.
  static void to_double(const Grid& grid, const Inner& e, const Vector& u);

  /// Computes r = f - A e, rounded, and returns its norm. Reads e with a valid halo of 1.
  /// 2 references.
  static double residual(const Grid& grid, const Inner& e, const Vector& f, const Inner& r);
  /// Computes u_new = u + e and r = f - A u_new, rounded, and returns the norm of r. The residual
  /// is that of u_new as it is stored. Reads u and e with a valid halo of 1. u_new must not be u.
  /// 3.5 references.
  static double correct(const Grid& grid, const Inner& u, const Inner& e, const Vector& f,
                        const Vector& u_new, const Inner& r);
  /// Computes the same from a u in double. 4 references.
  static double correct(const Grid& grid, const Vector& u, const Inner& e, const Vector& f,
                        const Vector& u_new, const Inner& r);
};

} // namespace isobar
