#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>
#include <isobar/core/multigrid/cg_state.hpp>

namespace isobar {

/// The two kernels of a fused iteration of preconditioned CG (single-GPU paper, algorithm 2). Both
/// read alpha and beta from the scalars on the device. Their reductions leave this rank's share
/// there as `sums`. If this share is the whole sum, they also take the step `then`. Once the
/// scalars say that the solve is over, the kernels write only sums of 0. The functions return
/// before a device has finished.
///
/// One kernel walks north and the other walks south: a kernel first needs the cells that the one
/// before it left in the cache last.
template <class P> struct CgKernels {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// Computes r -= alpha q, z = M^-1 r and sums = ( ||r||^2, <r, z> ). Needs no halo, and leaves
  /// z's halo invalid. 4 references.
  static void tridiag(const Grid& grid, const CgScalars& scalars, const Vector& q, const Vector& r,
                      const Vector& z, CgStep then = CgStep::none);

  /// Computes u += alpha p, p = z + beta p, q = A z + beta q (= A p) and sums = ( <p, q>, 0 ).
  /// Reads z with a valid halo of 1. 7 references.
  static void spmv(const Grid& grid, const CgScalars& scalars, const Vector& z, const Vector& u,
                   const Vector& p, const Vector& q, CgStep then = CgStep::none);
};

} // namespace isobar
