#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// alpha_h, alpha_v and beta of the general equation (coefficients.hpp) as one number a cell. All
/// finite, alpha greater than 0. Copies share memory.
template <class P> struct CoefficientFields {
  FieldOf<P> alpha_h, alpha_v, beta;

  /// All 0, to be filled.
  static CoefficientFields allocate(int nx, int ny, int nz) {
    return {FieldOf<P>("isobar alpha_h", nx, ny, nz), FieldOf<P>("isobar alpha_v", nx, ny, nz),
            FieldOf<P>("isobar beta", nx, ny, nz)};
  }
};

/// Gives the halo of x beyond the domain's sides the number of the owned cell beside it. Periodic
/// sides are left to the halo exchange. For setup and updates; corners stay as they are.
template <class P>
void extend_beyond_sides(const Partition& p, const Boundaries& boundaries, const FieldOf<P>& x);

} // namespace isobar
