#pragma once
#include "fem/fem_problem.hpp"

#include <isobar/comm/communicators/rank_ghosts.hpp>
#include <isobar/core/grid/host_order.hpp>

#include <optional>
#include <span>
#include <vector>

/// Spaces, levels and vectors on the ranks of a run. On many ranks they are parts with ghosts.
namespace isobar {

/// The spaces of a mesh, the coarsest first. Throws the same exceptions as fem_spaces().
std::vector<FemSpace> spaces_of_rank(const MpiComm& comm, const QuadMesh& mesh,
                                     const MeshPartition& partition, const FemSpaceOptions& options,
                                     std::span<const int> dirichlet_rims);

/// Chooses the transport with the fastest exchange on all levels. Collective; throws TransportError.
TransportChoice choose_transport(const MpiComm& comm, const TransportWish& wish,
                                 std::span<const FemSpace> spaces);

/// The ranks of a hierarchy on these spaces, in numbers T.
template <class T> class FemRanks {
public:
  using Vector = typename FemLevel<T>::Vector;

  /// Makes the exchanges of ghosts on all levels. Collective.
  FemRanks(const MpiComm& comm, std::span<const FemSpace> spaces, const TransportPlan& transports);

  HierarchyOf<FemLevel<T>> make_levels(std::span<const FemSpace> spaces, const FemProblem& problem,
                                       const FemMultigridOptions& options,
                                       const AssembledRows<T>& finest = {});
  Ranks& ranks();
  /// Makes a vector of the finest level with room for
  /// ghosts, and the collective exchange of its ghosts.
  Vector make_vector(const char* label, const FemSpace& finest);
  void exchange(const Vector& x);
  /// The ghosts of the finest level; null on one rank.
  Ghosts<T>* ghosts() { return ghosts_ ? &ghosts_->on(0) : nullptr; }

private:
  SelfCommunicator<T> alone_;
  std::optional<RankGhosts<T>> ghosts_; ///< empty on one rank
};

/// Returns a rank's numbers on the finest space, followed by those of its ghosts. Collective.
std::vector<double> with_ghosts(const MpiComm& comm, const TransportPlan& transports,
                                const FemSpace& finest, std::span<const double> owned);

} // namespace isobar
