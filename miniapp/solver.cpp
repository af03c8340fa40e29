#include "explicit_solver.hpp"
#include "solver_parts.hpp"

namespace isobar {
namespace {

/// Standard CG together with the preconditioner that it refers to.
template <class P, class Preconditioner> class PreconditionedCg {
public:
  using Vector = Field<typename P::storage>;
  template <class... Args>
  PreconditionedCg(const GridLevel<typename P::arithmetic>& grid, Comm<P>& communicator,
                   Args&&... args)
      : preconditioner_(std::forward<Args>(args)...), cg_(grid, communicator, preconditioner_) {}
  SolveReport solve(const Vector& f, const SolveControls& c) { return cg_.solve(f, c); }
  const Vector& solution() const { return cg_.solution(); }

private:
  Preconditioner preconditioner_;
  StandardPcg<P, Comm<P>, Preconditioner> cg_;
};

} // namespace

MultigridOptions multigrid_options(const Deck& deck) {
  const deck::Multigrid& m = deck.multigrid;
  MultigridOptions o;
  o.levels = m.levels;
  o.pre_relaxation = m.pre_relaxation;
  o.post_relaxation = m.post_relaxation;
  o.restriction = m.restriction == deck::RestrictionName::transpose ? Restriction::transpose
                                                                    : Restriction::average;
  o.coarse_solver =
      m.coarse_solver == deck::CoarseSolverName::cg ? CoarseSolver::cg : CoarseSolver::smoother;
  o.coarse_steps = m.coarse_steps;
  o.coarse_relaxation = m.coarse_relaxation;
  o.coarse_tolerance = m.coarse_tolerance;
  return o;
}

template <class P>
std::unique_ptr<Solver<P>> Solvers<P>::make(const Deck& deck, const GridSpec& spec,
                                            const Partition& partition,
                                            Communicator& communicator) {
  using Grid = GridLevel<typename P::arithmetic>;
  using Cycle = Multigrid<P, Comm<P>>;
  const auto options = multigrid_options(deck);
  switch (deck.solver.method) {
  case deck::Method::multigrid:
    return std::make_unique<Adapter<P, Cycle>>(spec, partition, options, communicator);
  case deck::Method::cg_multigrid:
    return std::make_unique<Adapter<P, PreconditionedCg<P, Cycle>>>(
        Grid(spec, partition), communicator, spec, partition, options, communicator);
  case deck::Method::cg_standard: {
    const Grid grid(spec, partition);
    return std::make_unique<Adapter<P, PreconditionedCg<P, ColumnPreconditioner<P>>>>(
        grid, communicator, grid);
  }
  case deck::Method::cg_csr:
  case deck::Method::multigrid_csr:
  case deck::Method::multigrid_ell:
    return ExplicitSolvers<P>::make(deck, spec, partition, communicator);
  case deck::Method::cg_fused: break;
  }
  return std::make_unique<Adapter<P, FusedPcg<P, Comm<P>>>>(Grid(spec, partition), communicator);
}

template <class P> Count Solvers<P>::bytes(const Deck& deck, const Partition& finest) {
  const int nz = deck.grid.nz;
  if (deck.uses_stored_matrix()) return ExplicitSolvers<P>::bytes(deck, finest);
  Count bytes = 0;
  // u, r, z, p, q; CG around multigrid has z inside the V-cycle, and a grid of its own.
  if (deck.solver.method == deck::Method::cg_multigrid)
    bytes += 4 * field_bytes<P>(finest, nz) + grid_bytes<P>(finest, nz);
  else if (deck.solver.method != deck::Method::multigrid)
    return 5 * field_bytes<P>(finest, nz) + grid_bytes<P>(finest, nz);
  const bool transpose = deck.multigrid.restriction == deck::RestrictionName::transpose;
  Partition p = finest;
  for (int l = 0; l < deck.multigrid.levels; ++l, p = p.coarsened()) {
    const int fields = 2 + (l > 0) + transpose; // u, next, f, r
    bytes += fields * field_bytes<P>(p, nz) + grid_bytes<P>(p, nz);
    const bool coarsest = l + 1 == deck.multigrid.levels;
    if (coarsest && deck.multigrid.coarse_solver == deck::CoarseSolverName::cg)
      bytes += 5 * field_bytes<P>(p, nz);
  }
  return bytes;
}

template struct Solvers<Double>;
template struct Solvers<Single>;
template struct Solvers<SingleStorage>;

} // namespace isobar
