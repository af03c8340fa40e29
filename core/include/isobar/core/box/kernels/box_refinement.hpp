#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/field/field.hpp>

namespace isobar {

/// The steps of mixed_poisson.hpp outside of its cycles, between a double solution on a box and its
/// corrections in float. Residuals are multiplied by 1 / factor before they are rounded, and
/// corrections by factor before they are added. Factors are powers of two, so no digit is lost.
/// Each function returns this rank's share of the squared residual norm, without the factor. Fields
/// that a stencil reads need a valid halo of 1. References are double words. P is Double, and Q is
/// Float.
template <class P, class Q> struct BoxRefinement {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;
  using Correction = FieldOf<Q>;

  /// Computes r = f / factor, the residual of u = 0. 1.5 references.
  static double to_float(const Grid& grid, const Vector& f, double factor, const Correction& r);
  /// Computes r = (f - A u) / factor. 2.5 references.
  static double residual(const Grid& grid, const Vector& u, const Vector& f, double factor,
                         const Correction& r);
  /// Computes u = factor e and r = (f - A u) / next_factor. 3 references.
  static double correct_zero(const Grid& grid, const Correction& e, double factor, const Vector& f,
                             const Vector& u, double next_factor, const Correction& r);
  /// Computes out = u + factor e and r = (f - A out) / next_factor; out must not be u. 4
  /// references.
  static double correct(const Grid& grid, const Vector& u, const Correction& e, double factor,
                        const Vector& f, const Vector& out, double next_factor,
                        const Correction& r);
};

} // namespace isobar
