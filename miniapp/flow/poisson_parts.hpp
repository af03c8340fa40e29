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

  /// Makes the solver and its communicators. Collective.
  explicit PoissonSystem(const FlowContext& context);
  /// The memory that construction allocates on the decomposition's rank.
  static MemoryUse bytes(const FlowDeck& deck, const Decomposition& decomposition,
                         const TransportPlan& transport);

  std::unique_ptr<Communicators<T>> communicators;
  std::unique_ptr<Communicators<float>> inner;         ///< a mixed solver's, for its float levels
  std::unique_ptr<RankTransposition<T>> transposition; ///< a direct solver's, on several ranks
  std::unique_ptr<PoissonSolver<P>> solver;
};

/// The solver with a right-hand side. Its callers have fields in host order.
template <class P> class PoissonParts {
public:
  using T = typename P::storage;

  /// Makes the solver. Collective.
  explicit PoissonParts(const FlowContext& context);

  /// Sets the right-hand side, volume-integrated and in host order.
  void put(const HostField& right_side) { order_.from_host(right_side, f_); }
  /// Solves from u = 0.
  SolveReport solve(const SolveControls& controls) {
    return system_.solver->solve(f_, controls, Guess::zero);
  }
  void get(const HostField& solution) const {
    order_.to_host(system_.solver->solution(), solution);
  }
  /// The memory that construction allocates on the decomposition's rank.
  static MemoryUse bytes(const FlowDeck& deck, const Decomposition& decomposition,
                         const TransportPlan& transport);

private:
  PoissonSystem<P> system_;
  HostOrder<P> order_;
  FieldOf<P> f_;
};

/// The peak of the memory that a run of the Poisson equation allocates on the decomposition's rank. Allocates nothing.
MemoryUse predicted_poisson_memory(const FlowDeck& deck, const Decomposition& decomposition,
                                   const TransportPlan& transport);

/// The bytes of one word among a kernel's references (kernel_list.hpp).
std::size_t word_bytes(const FlowDeck& deck, const KernelTraffic& kernel);
/// The calls and bytes of kernels on the levels of the run.
ModelledCalls modelled_calls(const FlowContext& c);

} // namespace isobar
