#include "solvers/mixed_solver.hpp"

#include "solvers/solver_parts.hpp"

#include <isobar/core/solvers/refinement.hpp>

namespace isobar {
namespace {

using Outer = MpiCommunicator<double>;
using Inner = MpiCommunicator<float>;

template <class P>
std::unique_ptr<Solver<Double>> make(const Deck& deck, const GridSpec& spec,
                                     const Partition& partition, Outer& outer, Inner& inner) {
  const MultigridOptions& options = deck.multigrid;
  if (deck.solver.method == deck::Method::multigrid)
    return std::make_unique<Adapter<Double, Refinement<P, Outer, Inner>>>(
        spec, partition, options, deck.mixed.cycles, outer, inner);
  return std::make_unique<Adapter<Double, PreconditionedCg<Double, FloatPreconditioner<P, Inner>>>>(
      GridLevel<double>(spec, partition), outer, directions(deck), spec, partition, options, inner);
}

/// The V-cycle in double with its coarse levels in float.
using CoarseInFloat = Multigrid<Double, Outer, Float, Inner>;

std::unique_ptr<Solver<Double>> make_coarse_in_float(const Deck& deck, const GridSpec& spec,
                                                     const Partition& partition, Outer& outer,
                                                     Inner& inner) {
  const MultigridOptions& options = deck.multigrid;
  if (deck.solver.method == deck::Method::multigrid)
    return std::make_unique<Adapter<Double, CoarseInFloat>>(spec, partition, options, outer, inner);
  return std::make_unique<Adapter<Double, PreconditionedCg<Double, CoarseInFloat>>>(
      GridLevel<double>(spec, partition), outer, directions(deck), spec, partition, options, outer,
      inner);
}

Int64 coarse_in_float_bytes(const Deck& deck, const Partition& partition) {
  const int nz = deck.grid.nz;
  const Int64 cycle = multigrid_bytes<Double, Float>(deck, partition);
  if (deck.solver.method == deck::Method::multigrid) return cycle;
  return cycle + 4 * field_bytes<Double>(partition, nz) + grid_bytes<Double>(partition, nz);
}

template <class P> Int64 bytes(const Deck& deck, const Partition& partition) {
  const int nz = deck.grid.nz;
  const Int64 fields = field_bytes<Double>(partition, nz), grid = grid_bytes<Double>(partition, nz),
              floats = field_bytes<P>(partition, nz);
  const Int64 cycle = multigrid_bytes<P>(deck, partition);
  // Refinement: u, next; first e, r. CG: u, r, p, q, z; the V-cycle's r; a grid on both sides.
  if (deck.solver.method == deck::Method::multigrid) return cycle + grid + 2 * fields + 2 * floats;
  return cycle + 2 * grid + 5 * fields + floats;
}

} // namespace

std::unique_ptr<Solver<Double>> make_mixed(const Deck& deck, const GridSpec& spec,
                                           const Partition& partition, Outer& outer, Inner& inner) {
  if (deck.has_float_coarse_levels())
    return make_coarse_in_float(deck, spec, partition, outer, inner);
  if (deck.mixed.inner == deck::InnerPrecision::float_)
    return make<Float>(deck, spec, partition, outer, inner);
  return make<FloatStorage>(deck, spec, partition, outer, inner);
}

Int64 mixed_bytes(const Deck& deck, const Partition& partition) {
  if (deck.has_float_coarse_levels()) return coarse_in_float_bytes(deck, partition);
  if (deck.mixed.inner == deck::InnerPrecision::float_) return bytes<Float>(deck, partition);
  return bytes<FloatStorage>(deck, partition);
}

} // namespace isobar
