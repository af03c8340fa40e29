#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

/// alpha_h, alpha_v and beta of the general equation (coefficients.hpp) as one number a cell. All
/// finite, alpha greater than 0. Of alpha_h the halo is read too. Beyond the domain's sides the 0 of a
/// new field may stay with the two-point flux, as nothing comes of it; the vertex flux reads what complete() writes there.
/// Copies share memory.
template <class P> struct CoefficientFields {
  FieldOf<P> alpha_h, alpha_v, beta;

  /// All 0, to be filled.
  static CoefficientFields allocate(int nx, int ny, int nz) {
    return {FieldOf<P>("isobar alpha_h", nx, ny, nz), FieldOf<P>("isobar alpha_v", nx, ny, nz),
            FieldOf<P>("isobar beta", nx, ny, nz)};
  }
};

} // namespace isobar
