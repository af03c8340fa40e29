#pragma once
#include <isobar/core/field.hpp>
#include <isobar/core/grid_level.hpp>

namespace isobar {

/// The two kernels into which an iteration of preconditioned CG is fused (single-GPU paper,
/// algorithm 2). Both end in reductions; the sums returned are this rank's share.
template <class P> struct CgKernels {
  using Grid = GridLevel<typename P::arithmetic>;
  using Vector = FieldOf<P>;

  /// r -= alpha q;  z = M^-1 r;  returns ( ||r||^2, <r, z> ). No halo; leaves z's halo invalid.
  /// 4 references.
  static Sums tridiag(const Grid& grid, double alpha, const Vector& q, const Vector& r,
                      const Vector& z);

  /// u += alpha p;  p = z + beta p;  q = A z + beta q (= A p);  returns ( <p, q>, 0 ).
  /// Reads z with a valid halo of 1. 7 references.
  static Sums spmv(const Grid& grid, double alpha, double beta, const Vector& z, const Vector& u,
                   const Vector& p, const Vector& q);
};

} // namespace isobar
