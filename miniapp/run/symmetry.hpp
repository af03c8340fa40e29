#pragma once
#include "run/check.hpp"

#include <isobar/core/multigrid/communicator.hpp>

#include <functional>

namespace isobar {

/// Checks that an operator of precision P is symmetric: | <Ax, y> - <x, Ay> |
/// over ||Ax|| ||y|| for random x and y. Allocates three fields while it runs.
template <class P> struct Symmetry {
  /// Computes v = A u; u has a valid halo of edges.
  using Apply = std::function<void(const FieldOf<P>& u, const FieldOf<P>& v)>;
  /// Checks the operator on this part, which has nz layers. Collective.
  static Check check(const Partition& part, int nz, Communicator<typename P::storage>& communicator,
                     const Apply& apply);
};

} // namespace isobar
