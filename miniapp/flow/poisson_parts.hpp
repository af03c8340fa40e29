#pragma once
#include "flow/flow_context.hpp"
#include "run/memory.hpp"

#include <isobar/comm/mpi_communicator.hpp>
#include <isobar/core/field/host_order.hpp>
#include <isobar/core/poisson/poisson_solver.hpp>

#include <memory>

namespace isobar {

/// A deck's Poisson solver with all that it refers to, for fields in precision P.
template <class P> class PoissonParts {
public:
  using T = typename P::storage;

  /// Collective.
  explicit PoissonParts(const FlowContext& context);

  /// Hands the right-hand side over, volume-integrated, in host order.
  void put(const HostField& right_side) { order_.from_host(right_side, f_); }
  /// From u = 0.
  SolveReport solve(const SolveControls& controls) {
    return solver_->solve(f_, controls, Guess::zero);
  }
  void get(const HostField& solution) const { order_.to_host(solver_->solution(), solution); }
  PoissonSolver<P>& solver() { return *solver_; }
  Communicator<T>& communicator() { return communicators_->on(0); }

  /// What construction allocates on the decomposition's rank.
  static MemoryUse bytes(const FlowDeck& deck, const Decomposition& decomposition,
                         const TransportPlan& transport);

private:
  std::unique_ptr<MpiCommunicators<T>> communicators_;
  std::unique_ptr<MpiCommunicators<float>> inner_; ///< of a mixed solver's float levels
  HostOrder<P> order_;
  FieldOf<P> f_;
  std::unique_ptr<PoissonSolver<P>> solver_;
};

/// Peak of what a run of the Poisson equation allocates on the decomposition's rank. Allocates nothing.
MemoryUse predicted_memory(const FlowDeck& deck, const Decomposition& decomposition,
                           const TransportPlan& transport);

/// Bytes of a word of the fields on a level.
std::size_t word_bytes(const FlowDeck& deck, int level);

} // namespace isobar
