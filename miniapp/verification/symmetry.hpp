#pragma once
#include "verification/check.hpp"

#include <isobar/core/launch/planned_grid.hpp>
#include <isobar/core/solvers/communicator.hpp>
#include <isobar/core/solvers/linear_operator.hpp>

#include <functional>

namespace isobar {

/// The operator of precision P on this grid is symmetric: | <Ax, y> - <x, Ay> | over
/// ||Ax|| ||y|| for random x and y. `matrix` is the factorised one of the grid if it is empty. Allocates three fields
/// while it runs.
template <class P> struct Symmetry {
  /// v = A u; u has a valid halo of edges.
  using Apply = std::function<void(const FieldOf<P>& u, const FieldOf<P>& v)>;
  /// The same of any operator, on this part of nz layers.
  static Check check(const Partition& part, int nz, Communicator<typename P::storage>& communicator,
                     const Apply& apply);
  static Check check(const GridOf<P>& grid, Communicator<typename P::storage>& communicator,
                     const LinearOperator<P>& matrix = {});
};

} // namespace isobar
