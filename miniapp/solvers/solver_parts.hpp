#pragma once
#include "solvers/solver.hpp"

/// What solvers of one precision and mixed ones are put together from.
namespace isobar {

template <class P> using Comm = MpiCommunicator<typename P::storage>;

template <class P, class Method> class Adapter : public Solver<P> {
public:
  using typename Solver<P>::Vector;
  template <class... Args>
  explicit Adapter(Args&&... args) : method_(std::forward<Args>(args)...) {}
  SolveReport solve(const Vector& f, const SolveControls& controls) override {
    return method_.solve(f, controls);
  }
  const Vector& solution() const override { return method_.solution(); }

private:
  Method method_;
};

/// Standard CG together with the preconditioner that it refers to.
template <class P, class Preconditioner> class PreconditionedCg {
public:
  using Vector = FieldOf<P>;
  template <class... Args>
  PreconditionedCg(const GridOf<P>& grid, Comm<P>& communicator, Directions directions,
                   Args&&... args)
      : preconditioner_(std::forward<Args>(args)...),
        cg_(grid, communicator, preconditioner_, directions) {}
  SolveReport solve(const Vector& f, const SolveControls& c) { return cg_.solve(f, c); }
  const Vector& solution() const { return cg_.solution(); }

private:
  Preconditioner preconditioner_;
  StandardPcg<P, Comm<P>, Preconditioner> cg_;
};

inline Directions directions(const Deck& deck) {
  return deck.solver.flexible ? Directions::flexible : Directions::standard;
}

template <class P> Int64 field_bytes(const Partition& p, int nz) {
  using T = typename P::storage;
  return FieldShape::of<T>(p.nx, p.ny, nz, P::layout).size() * Int64(sizeof(T));
}

template <class P> Int64 grid_bytes(const Deck& deck, const Partition& p, int nz) {
  return GridOf<P>::bytes(p.nx, p.ny, nz, deck.launch.march);
}

/// Device bytes of Multigrid<P> with all levels.
/// Q is the precision of the coarse levels.
template <class P, class Q = P> Int64 multigrid_bytes(const Deck& deck, const Partition& finest) {
  Int64 bytes = 0;
  const bool transpose = deck.multigrid.restriction == Restriction::transpose;
  Partition p = finest;
  for (int l = 0; l < deck.multigrid.levels; ++l, p = p.coarsened()) {
    const int fields = 2 + (l > 0) + transpose; // u, next, f, r
    const int nz = deck.layer_counts().on(l);
    bytes += l == 0 ? fields * field_bytes<P>(p, nz) + grid_bytes<P>(deck, p, nz)
                    : fields * field_bytes<Q>(p, nz) + grid_bytes<Q>(deck, p, nz);
    if (l == 1 && deck.multigrid.merged_layers > 1)
      bytes += LayerTransfer<Q>::bytes(p.nx, p.ny, deck.grid.nz);
    const bool coarsest = l + 1 == deck.multigrid.levels;
    if (coarsest && deck.multigrid.coarse_solver == CoarseSolver::cg)
      bytes += 5 * (l == 0 ? field_bytes<P>(p, nz) : field_bytes<Q>(p, nz));
  }
  return bytes;
}

} // namespace isobar
