#pragma once
#include "flow/flow_context.hpp"
#include "run/memory.hpp"
#include "run/statistics.hpp"

#include <isobar/comm/communicators/merged_communicators.hpp>
#include <isobar/comm/communicators/rank_transposition.hpp>
#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/poisson/poisson_solver.hpp>

#include <memory>

namespace isobar {

/// A deck's solver of the Poisson equation with its communicators, in precision P.
template <class P> struct PoissonSystem {
  using T = typename P::storage;

  /// Collective.
  explicit PoissonSystem(const FlowContext& context);
  /// What construction allocates on the decomposition's rank.
  static MemoryUse bytes(const FlowDeck& deck, const Decomposition& decomposition,
                         const TransportPlan& transport);

  std::unique_ptr<Communicators<T>> communicators;
  std::unique_ptr<Communicators<float>> inner;         ///< of a mixed solver's float levels
  std::unique_ptr<RankTransposition<T>> transposition; ///< of a direct solver on several ranks
  std::unique_ptr<PoissonSolver<P>> solver;
};

/// The same with a right-hand side, which comes and goes in host order.
template <class P> class PoissonParts {
public:
  using T = typename P::storage;

  /// Collective.
  explicit PoissonParts(const FlowContext& context);

  /// Hands the right-hand side over, volume-integrated, in host order.
  void put(const HostField& right_side) { order_.from_host(right_side, f_); }
  /// From u = 0.
  SolveReport solve(const SolveControls& controls) {
    return system_.solver->solve(f_, controls, Guess::zero);
  }
  void get(const HostField& solution) const {
    order_.to_host(system_.solver->solution(), solution);
  }
  /// What construction allocates on the decomposition's rank.
  static MemoryUse bytes(const FlowDeck& deck, const Decomposition& decomposition,
                         const TransportPlan& transport);

private:
  PoissonSystem<P> system_;
  HostOrder<P> order_;
  FieldOf<P> f_;
};

/// Peak of what a run of the Poisson equation allocates on the decomposition's rank. Allocates nothing.
MemoryUse predicted_poisson_memory(const FlowDeck& deck, const Decomposition& decomposition,
                                   const TransportPlan& transport);

/// Bytes of a word of a kernel's references (kernel_list.hpp).
std::size_t word_bytes(const FlowDeck& deck, const KernelTraffic& kernel);
/// What kernels must move on the levels of the run.
ModelledCalls modelled_calls(const FlowContext& c);

} // namespace isobar
