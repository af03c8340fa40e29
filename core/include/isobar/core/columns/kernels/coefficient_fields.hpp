#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

/// The coefficients alpha_h, alpha_v and beta of the general equation (coefficients.hpp), one
/// number a cell. All are finite, and alpha_h and alpha_v are greater than 0. Kernels also read the
/// halo of alpha_h. A new field has 0 beyond the domain's sides. This number has no effect with the
/// two-point flux. The vertex flux reads the numbers that complete() writes there. Copies share
/// memory.
template <class P> struct CoefficientFields {
  FieldOf<P> alpha_h, alpha_v, beta;

  /// Allocates three fields of 0, which the caller fills.
  static CoefficientFields allocate(int nx, int ny, int nz) {
    return {FieldOf<P>("isobar alpha_h", nx, ny, nz), FieldOf<P>("isobar alpha_v", nx, ny, nz),
            FieldOf<P>("isobar beta", nx, ny, nz)};
  }
};

} // namespace isobar
