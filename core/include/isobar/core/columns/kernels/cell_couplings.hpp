#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

/// A symmetric matrix with a stencil of seven points, stored as couplings: one number a face and
/// one a cell.
///
///     (A u)_T = own_T u_T + sum over the six neighbours T' of coupling_TT' (u_T - u_T')
///
/// `west` and `south` are the couplings to the cells with i - 1 and j - 1. They reach from i = 0 to
/// nx and from j = 0 to ny. The couplings with i = nx and j = ny lie in the halo. `below` is the
/// coupling to k - 1, and 0 at k = 0. On a side of the domain where u is fixed, a face couples its
/// cell to u = 0 beyond the side. On other sides the coupling is 0. `own` holds the reaction, and
/// the contributions of the bottom and the top where u is fixed there. All numbers are integrals
/// over cells and not negative. Copies share memory.
template <class P> struct CellCouplings {
  FieldOf<P> west, south, below, own;

  /// Allocates four fields of 0, which the caller fills.
  static CellCouplings allocate(int nx, int ny, int nz) {
    return {FieldOf<P>("isobar west", nx, ny, nz), FieldOf<P>("isobar south", nx, ny, nz),
            FieldOf<P>("isobar below", nx, ny, nz), FieldOf<P>("isobar own", nx, ny, nz)};
  }
};

} // namespace isobar
