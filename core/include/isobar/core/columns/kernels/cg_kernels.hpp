#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>
#include <isobar/core/multigrid/cg_state.hpp>

namespace isobar {

/// The two kernels into which an iteration of preconditioned CG is fused (single-GPU
/// paper, algorithm 2). Both read alpha and beta from the scalars on the device. Their
/// reductions leave this rank's share there as `sums`, and take the step `then` if that
/// share is the whole sum. Once the scalars say that the solve is over, the kernels
/// write nothing else, and sums are 0. They return before a device has finished.
///
/// One walks north, the other south: a kernel first needs what the one before it left in the cache last.
template <class P> struct CgKernels {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// r -= alpha q;  z = M^-1 r;  sums = ( ||r||^2, <r, z> ). No halo; leaves z's halo invalid.
  /// 4 references.
  static void tridiag(const Grid& grid, const CgScalars& scalars, const Vector& q, const Vector& r,
                      const Vector& z, CgStep then = CgStep::none);

  /// u += alpha p;  p = z + beta p;  q = A z + beta q (= A p);  sums = ( <p, q>, 0 ).
  /// Reads z with a valid halo of 1. 7 references.
  static void spmv(const Grid& grid, const CgScalars& scalars, const Vector& z, const Vector& u,
                   const Vector& p, const Vector& q, CgStep then = CgStep::none);
};

} // namespace isobar
