#include "solvers/mixed_solver.hpp"
#include "solvers/solver_parts.hpp"
#include "solvers/stored_solver.hpp"

#include <stdexcept>

namespace isobar {

template <class P>
std::unique_ptr<Solver<P>> Solvers<P>::make(const Deck& deck, const GridSpec& spec,
                                            const Partition& partition, Communicator& communicator,
                                            [[maybe_unused]] MpiCommunicator<float>* inner) {
  if constexpr (std::is_same_v<P, Double>)
    if (deck.is_mixed()) return make_mixed(deck, spec, partition, communicator, *inner);
  using Grid = GridLevel<typename P::arithmetic>;
  using Cycle = Multigrid<P, Comm<P>>;
  const MultigridOptions& options = deck.multigrid;
  switch (deck.solver.method) {
  case deck::Method::multigrid:
    return std::make_unique<Adapter<P, Cycle>>(spec, partition, options, communicator);
  case deck::Method::cg_multigrid:
    if constexpr (P::layout == Layout::x_fastest)
      return std::make_unique<Adapter<P, PreconditionedCg<P, Cycle>>>(
          Grid(spec, partition), communicator, directions(deck), spec, partition, options,
          communicator);
    break;
  case deck::Method::cg_standard: {
    const Grid grid(spec, partition);
    return std::make_unique<Adapter<P, PreconditionedCg<P, ColumnPreconditioner<P>>>>(
        grid, communicator, Directions::standard, grid);
  }
  case deck::Method::cg_csr:
  case deck::Method::multigrid_csr:
  case deck::Method::multigrid_ell:
    if constexpr (P::layout == Layout::x_fastest)
      return StoredSolvers<P>::make(deck, spec, partition, communicator);
    break;
  case deck::Method::cg_fused:
    return std::make_unique<Adapter<P, FusedPcg<P, Comm<P>>>>(Grid(spec, partition), communicator);
  }
  throw std::logic_error("a solver that has no layout z-fastest"); // the deck is refused
}

template <class P> Int64 Solvers<P>::bytes(const Deck& deck, const Partition& finest) {
  const int nz = deck.grid.nz;
  if constexpr (P::layout == Layout::x_fastest)
    if (deck.uses_stored_matrix()) return StoredSolvers<P>::bytes(deck, finest);
  if (deck.is_mixed()) return mixed_bytes(deck, finest);
  Int64 bytes = 0;
  // u, r, z, p, q; CG around multigrid has z inside the V-cycle, and a grid of its own.
  if (deck.solver.method == deck::Method::cg_multigrid)
    bytes += 4 * field_bytes<P>(finest, nz) + grid_bytes<P>(finest, nz);
  else if (deck.solver.method != deck::Method::multigrid)
    return 5 * field_bytes<P>(finest, nz) + grid_bytes<P>(finest, nz);
  return bytes + multigrid_bytes<P>(deck, finest);
}

std::size_t word_bytes(const Deck& deck, Kernel kernel, int level) {
  if (deck.solver.precision == deck::PrecisionName::double_) return sizeof(double);
  if (!deck.is_mixed()) return sizeof(float);
  if (deck.has_float_coarse_levels()) return level == 0 ? sizeof(double) : sizeof(float);
  switch (kernel) { // what is not the float V-cycle's
  case Kernel::apply:
  case Kernel::to_float:
  case Kernel::to_double:
  case Kernel::residual_float:
  case Kernel::correct_float:
  case Kernel::correct: return sizeof(double);
  default: return sizeof(float);
  }
}

template struct Solvers<Double>;
template struct Solvers<Float>;
template struct Solvers<FloatStorage>;
template struct Solvers<ZFastest<Double>>;
template struct Solvers<ZFastest<Float>>;

} // namespace isobar
