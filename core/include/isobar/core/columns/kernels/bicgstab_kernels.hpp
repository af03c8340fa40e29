#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

namespace isobar {

/// Vector updates of BiCGStab with a preconditioner on the right (van der Vorst, SIAM J. Sci. Stat.
/// Comput. 13, 1992). Lines that read the same vectors share a kernel, which also sums its results.
/// Kernels read and write owned cells only, and need no halo. Names are those of bicgstab.hpp. Sums
/// are this rank's share; kernels that return sums wait.
template <class P> struct BicgstabKernels {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// Computes p = r + beta (p - omega q). 4 references.
  static void direction(const Grid& grid, double beta, double omega, const Vector& r,
                        const Vector& p, const Vector& q);

  /// Computes u += alpha z and r -= alpha q. 6 references.
  static void half_step(const Grid& grid, double alpha, const Vector& z, const Vector& q,
                        const Vector& u, const Vector& r);

  /// Computes u += omega z and r -= omega t. Returns ( ||r||^2, <r, w> ). 7 references.
  static Sums step(const Grid& grid, double omega, const Vector& z, const Vector& t,
                   const Vector& w, const Vector& u, const Vector& r);

  /// Returns ( <v, w>, <v, v> ), for operators that do not compute these sums themselves.
  /// 2 references.
  static Sums sums(const Grid& grid, const Vector& v, const Vector& w);

  /// Computes r = f - r, and returns ||r||^2. 3 references. It serves operators that do not compute
  /// residuals themselves.
  static double subtract(const Grid& grid, const Vector& f, const Vector& r);
};

} // namespace isobar
