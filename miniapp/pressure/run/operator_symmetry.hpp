#pragma once
#include "run/symmetry.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/linear_operator.hpp>

namespace isobar {

/// Whether the operator of columns on this grid is symmetric (symmetry.hpp): `matrix`, or the factorised operator of the grid
/// if `matrix` is empty. Collective.
template <class P>
Check check_symmetry(const GridOf<P>& grid, Communicator<typename P::storage>& communicator,
                     const LinearOperator<P>& matrix = {}) {
  return Symmetry<P>::check(grid.partition(), grid.nz(), communicator,
                            [&](const FieldOf<P>& u, const FieldOf<P>& v) {
                              if (matrix.empty()) Operator<P>::apply(grid, u, v);
                              else matrix.apply(u, v);
                            });
}

} // namespace isobar
