#pragma once
#include "solvers/solver.hpp"

namespace isobar {

/// The solvers on stored matrices: cg-csr, multigrid-csr and multigrid-ell.
template <class P> struct StoredSolvers {
  using Communicator = MpiCommunicator<typename P::storage>;
  /// As Solvers<P>. Throws InputError where a level is larger than a matrix can count.
  static std::unique_ptr<Solver<P>> make(const Deck& deck, const GridSpec& spec,
                                         const Partition& partition, Communicator& communicator);
  static Int64 bytes(const Deck& deck, const Partition& partition);
};

} // namespace isobar
