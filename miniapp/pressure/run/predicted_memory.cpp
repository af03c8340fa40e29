#include "pressure/run/predicted_memory.hpp"

#include "pressure/setup/launch_rules.hpp"
#include "pressure/setup/solver_setup.hpp"

#include <algorithm>

namespace isobar {
namespace {

/// The setup of grids. If coefficients are one number a cell, it has their products, with a field.
GridSetup grid_setup(const Deck& deck, const Equation& equation, const Decomposition& d) {
  GridSetup setup{equation.spec, d.partition(), march_rules(deck)};
  setup.merged = rank_stages(deck, d).merged_parts(d.rank());
  if (!equation.factorises() && !has_fields(setup.spec))
    setup.spec.columns = std::make_shared<const ColumnFields>(
        ColumnFields{[](int, int) { return 1.0; }, {}, {}, nullptr});
  return setup;
}

/// Host bytes that the finest meshes with fields keep: their evaluated numbers. Modes have a mesh of all columns.
Int64 evaluated_bytes(const Deck& deck, const GridSetup& setup) {
  if (!has_fields(setup.spec)) return 0;
  const Partition& p = setup.partition;
  const Int64 own = HorizontalMesh::bytes(p.nx, p.ny, setup.spec.flux);
  if (!deck.uses_modes()) return own;
  return own + HorizontalMesh::bytes(p.global_nx, p.global_ny);
}

/// Bytes of halos and merges.
template <class T>
BufferBytes buffer_bytes(const Deck& deck, const Decomposition& d, const TransportPlan& transport) {
  const LayerCounts layers = deck.layer_counts();
  if (!deck.merges().empty())
    return MergedCommunicators<T>::bytes(rank_stages(deck, d), d.rank(), layers, transport);
  return MpiCommunicators<T>::bytes(d, layers, transport, deck.overlap());
}

template <class P>
MemoryUse predict(const Deck& deck, const Equation& equation, const Decomposition& decomposition,
                  const TransportPlan& transport) {
  using T = typename P::storage;
  const Partition p = decomposition.partition();
  const int nz = deck.grid.nz;
  const GridSetup setup = grid_setup(deck, equation, decomposition);
  const TransposedLayers modes = mode_layers<P>(deck, setup, decomposition);
  BufferBytes halo = buffer_bytes<T>(deck, decomposition, transport);
  if (deck.uses_modes())
    halo += has_float_modes(deck) ? RankTransposition<float>::bytes(decomposition, modes, transport)
                                  : RankTransposition<T>::bytes(decomposition, modes, transport);
  else if (deck.is_mixed()) halo += buffer_bytes<float>(deck, decomposition, transport);
  const Int64 staging = HostOrder<P>::bytes(p.nx, p.rows(), nz);
  // These do not overlap in time: symmetry test, solver with its
  // right-hand side, true residual in double.
  const Int64 outer = OuterOperator<P>::bytes(equation, setup);
  const Int64 symmetry = grid_bytes<P>(setup) + 3 * field_bytes<P>(setup) + outer;
  const Int64 solving = SolverSetup<P>::bytes(deck, equation, setup, decomposition);
  const Int64 checking = grid_bytes<Double>(setup, ColumnSolves::none) +
                         2 * field_bytes<Double>(setup) +
                         OuterOperator<Double>::bytes(equation, setup) + staging;
  // The symmetry test fills its fields from a further one in host order. A host's peak comes later.
  const int host_fields = on_host ? 2 : 3;
  MemoryUse use;
  use.device = std::max({symmetry, solving, checking}) + halo.device;
  use.host = host_fields * p.columns() * nz * Int64(sizeof(double)) + halo.host +
             EvaluatedEquation::bytes(equation, p, known_columns(deck, decomposition)) +
             evaluated_bytes(deck, setup);
  return use;
}

} // namespace

MemoryUse predicted_memory(const Deck& deck, const Equation& equation,
                           const Decomposition& decomposition, const TransportPlan& transport) {
  return with_precision(
      deck, [&]<class P>(P) { return predict<P>(deck, equation, decomposition, transport); });
}

MemoryUse predicted_memory(const RunContext& c) {
  return largest_of(predicted_memory(c.deck, c.equation, c.decomposition, c.transport.plan),
                    c.tried);
}

MemoryUse largest_of(const MemoryUse& a, const MemoryUse& b) {
  return {std::max(a.device, b.device), std::max(a.host, b.host)};
}

MemoryUse largest_memory(const PlannedRun& plan, int rank, const TransportPlan& transport) {
  const auto of = [&](const Deck& deck, const Decomposition& d) {
    return predicted_memory(deck, plan.equation, d.of_rank(rank), transport);
  };
  MemoryUse most = of(plan.deck, plan.decomposition);
  for (const std::optional<PlannedMethod>& method : plan.methods)
    if (method) most = largest_of(most, of(method->deck, method->decomposition));
  return most;
}

} // namespace isobar
