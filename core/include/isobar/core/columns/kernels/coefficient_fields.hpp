#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

/// alpha_h, alpha_v and beta of the general equation (coefficients.hpp) as one number a
/// cell. All are finite, alpha is greater than 0. Kernels read the halo of alpha_h too. A
/// new field has 0 beyond the domain's sides. With the two-point flux that may stay, as it
/// has no effect; the vertex flux reads what complete() writes there. Copies share memory.
template <class P> struct CoefficientFields {
  FieldOf<P> alpha_h, alpha_v, beta;

  /// All 0, to be filled.
  static CoefficientFields allocate(int nx, int ny, int nz) {
    return {FieldOf<P>("isobar alpha_h", nx, ny, nz), FieldOf<P>("isobar alpha_v", nx, ny, nz),
            FieldOf<P>("isobar beta", nx, ny, nz)};
  }
};

} // namespace isobar
