#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

namespace isobar {

/// The vector updates of BiCGStab (van der Vorst, SIAM J. Sci. Stat. Comput. 13,
/// 1992), right preconditioned. Lines that read the same vectors share a kernel,
/// with the sums of its results. Owned cells only; no halo. Names are those of
/// bicgstab.hpp. Sums are this rank's share; kernels that return sums wait.
template <class P> struct BicgstabKernels {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// p = r + beta (p - omega q). 4 references.
  static void direction(const Grid& grid, double beta, double omega, const Vector& r,
                        const Vector& p, const Vector& q);

  /// u += alpha z; r -= alpha q. 6 references.
  static void half_step(const Grid& grid, double alpha, const Vector& z, const Vector& q,
                        const Vector& u, const Vector& r);

  /// u += omega z; r -= omega t; sums = ( ||r||^2, <r, w> ). 7 references.
  static Sums step(const Grid& grid, double omega, const Vector& z, const Vector& t,
                   const Vector& w, const Vector& u, const Vector& r);

  /// ( <v, w>, <v, v> ), for operators that do not compute these sums themselves. 2 references.
  static Sums sums(const Grid& grid, const Vector& v, const Vector& w);

  /// r = f - r; returns ||r||^2. 3 references. The same for residuals.
  static double subtract(const Grid& grid, const Vector& f, const Vector& r);
};

} // namespace isobar
