#include "flow/poisson_parts.hpp"

#include "flow/flow_levels.hpp"
#include "flow/flow_options.hpp"
#include "flow/flow_problem.hpp"

#include <isobar/core/base/region.hpp>
#include <isobar/core/flow/flow_stepper.hpp>
#include <isobar/core/poisson/direct_poisson.hpp>
#include <isobar/core/poisson/mixed_poisson.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// The bundles of fields that a flow exchanges together,
/// in addition to the bundles of its pressure solver.
std::vector<int> flow_bundles(const FlowDeck& deck) {
  return deck.is_flow() ? FlowStepper<Double>::bundles(flow_spec(deck)) : std::vector<int>{};
}

template <class T>
std::unique_ptr<Communicators<T>> connect(const FlowContext& c, const std::vector<int>& bundles) {
  const Region region(setup_part::communication);
  const LayerCounts layers = layer_counts(c.deck);
  if (!c.deck.merges().empty())
    return std::make_unique<MergedCommunicators<T>>(c.comm, rank_stages(c.deck, c.decomposition),
                                                    layers, c.transport.plan, Layout::x_fastest,
                                                    bundles);
  return std::make_unique<MpiCommunicators<T>>(c.comm, c.decomposition, layers, c.transport.plan,
                                               Layout::x_fastest, Overlap{}, 0, bundles);
}

/// The bytes of the buffers of halos and merges.
template <class T>
BufferBytes buffer_bytes(const FlowDeck& deck, const Decomposition& d,
                         const TransportPlan& transport, const std::vector<int>& bundles) {
  const LayerCounts layers = layer_counts(deck);
  return deck.merges().empty() ? MpiCommunicators<T>::bytes(d, layers, transport, {}, bundles)
                               : MergedCommunicators<T>::bytes(rank_stages(deck, d), d.rank(),
                                                               layers, transport, bundles);
}

/// The setup of this rank's levels, with the cycles after each merge.
PoissonSetup poisson_setup(const FlowDeck& deck, const Decomposition& d) {
  PoissonSetup setup{deck.box(), d.partition()};
  const std::vector<LevelMerge> merges = deck.merges();
  if (merges.empty()) return setup;
  setup.merged = rank_stages(deck, d).merged_parts(d.rank());
  setup.behind.assign(merges.size(),
                      {embedded_options(deck, *deck.multigrid.levels), deck.amalgamation.cycles});
  return setup;
}

bool is_direct(const FlowDeck& deck) { return deck.solver.method == flow::PoissonMethod::direct; }
bool is_mixed(const FlowDeck& deck) { return deck.solver.precision == flow::Precision::mixed; }

/// The transposition of a direct solver on several ranks; null for other solvers or one rank.
template <class T> std::unique_ptr<RankTransposition<T>> transposition_of(const FlowContext& c) {
  if (!is_direct(c.deck) || c.comm.size() == 1) return nullptr;
  const Region region(setup_part::communication);
  return std::make_unique<RankTransposition<T>>(c.comm, c.decomposition, c.deck.grid.nz,
                                                c.transport.plan);
}

/// Makes the solver that a deck names.
template <class P>
std::unique_ptr<PoissonSolver<P>> make_solver(const FlowContext& c,
                                              const PoissonSystem<P>& system) {
  const PoissonSetup setup = poisson_setup(c.deck, c.decomposition);
  if (is_direct(c.deck))
    return std::make_unique<DirectPoisson<P>>(setup, system.communicators->on(0),
                                              system.transposition.get());
  const PoissonOptions options = multigrid_options(c.deck);
  if constexpr (std::is_same_v<P, Double>)
    if (system.inner)
      return std::make_unique<MixedPoisson>(setup, options, c.deck.solver.mixed_cycles,
                                            *system.communicators, *system.inner);
  return std::make_unique<MultigridPoisson<P>>(setup, options, *system.communicators);
}

template <class P> Int64 field_bytes(const Partition& p, int nz) {
  return FieldShape::of<typename P::storage>(p.nx, p.ny, nz).size() *
         Int64(sizeof(typename P::storage));
}

template <class P>
MemoryUse direct_bytes(const PoissonSetup& setup, const FlowDeck& deck, const Decomposition& d,
                       const TransportPlan& transport) {
  using T = typename P::storage;
  BufferBytes buffers = buffer_bytes<T>(deck, d, transport, flow_bundles(deck));
  buffers += RankTransposition<T>::bytes(d, deck.grid.nz, transport);
  const int layers = RankTransposition<T>::layers_of(d, deck.grid.nz);
  return {DirectPoisson<P>::bytes(setup, layers) + buffers.device, buffers.host};
}

} // namespace

template <class P>
PoissonSystem<P>::PoissonSystem(const FlowContext& c)
    : communicators(connect<T>(c, flow_bundles(c.deck))), transposition(transposition_of<T>(c)) {
  if (is_mixed(c.deck)) inner = connect<float>(c, {});
  solver = make_solver<P>(c, *this);
}

template <class P>
MemoryUse PoissonSystem<P>::bytes(const FlowDeck& deck, const Decomposition& d,
                                  const TransportPlan& transport) {
  const PoissonSetup setup = poisson_setup(deck, d);
  if (is_direct(deck)) return direct_bytes<P>(setup, deck, d, transport);
  const PoissonOptions options = multigrid_options(deck);
  BufferBytes halo = buffer_bytes<T>(deck, d, transport, flow_bundles(deck));
  Int64 levels = MultigridPoisson<P>::bytes(setup, options);
  if (is_mixed(deck)) {
    halo += buffer_bytes<float>(deck, d, transport, {});
    levels = MixedPoisson::bytes(setup, options);
  }
  return {levels + halo.device, halo.host};
}

template <class P> PoissonParts<P>::PoissonParts(const FlowContext& c) : system_(c) {
  const Partition part = c.partition();
  {
    const Region region(setup_part::transposition);
    order_ = HostOrder<P>(part.nx, part.ny, c.deck.grid.nz);
  }
  const Region region(setup_part::allocation);
  f_ = FieldOf<P>("isobar f", part.nx, part.ny, c.deck.grid.nz);
}

template <class P>
MemoryUse PoissonParts<P>::bytes(const FlowDeck& deck, const Decomposition& d,
                                 const TransportPlan& transport) {
  const Partition p = d.partition();
  MemoryUse use = PoissonSystem<P>::bytes(deck, d, transport);
  use.device += field_bytes<P>(p, deck.grid.nz) + HostOrder<P>::bytes(p.nx, p.ny, deck.grid.nz);
  return use;
}

MemoryUse predicted_poisson_memory(const FlowDeck& deck, const Decomposition& d,
                                   const TransportPlan& transport) {
  const Partition p = d.partition();
  const int nz = deck.grid.nz;
  // Three parts of a run come one after the other: symmetry test,
  // solver with its right-hand side, true residual in double.
  const MemoryUse solving =
      with_precision(deck, [&]<class P>(P) { return PoissonParts<P>::bytes(deck, d, transport); });
  // On a host the symmetry test has random numbers in addition to its fields; on a device they are the third host field.
  const Int64 host_field = Int64(p.nx) * p.ny * nz * Int64(sizeof(double));
  const Int64 symmetry =
      with_precision(deck, [&]<class P>(P) { return 3 * field_bytes<P>(p, nz); }) +
      (on_host ? host_field : 0);
  const Int64 checking = 2 * field_bytes<Double>(p, nz) + HostOrder<Double>::bytes(p.nx, p.ny, nz);
  const Int64 halo = MpiCommunicators<double>::bytes(d, LayerCounts(nz), transport).device;
  const int host_fields = on_host ? 2 : 3;
  return {std::max({solving.device, symmetry + halo, checking + halo}),
          solving.host + host_fields * host_field};
}

std::size_t word_bytes(const FlowDeck& deck, const KernelTraffic& kernel) {
  if (is_mixed(deck)) return mixed_word_bytes(kernel.kernel);
  return deck.solver.precision == flow::Precision::double_ ? sizeof(double) : sizeof(float);
}

ModelledCalls modelled_calls(const FlowContext& c) {
  return [&deck = c.deck, levels = levels_of_run(c.deck, c.decomposition)](const KernelTraffic& t,
                                                                           int level) {
    const LevelOfBox& l = levels[std::size_t(level)];
    return ModelledCall{modelled_bytes(t.kernel, l.box.cells(), word_bytes(deck, t)), l.ranks};
  };
}

template struct PoissonSystem<Double>;
template struct PoissonSystem<Float>;
template class PoissonParts<Double>;
template class PoissonParts<Float>;

} // namespace isobar
