#include "solvers/stored_solver.hpp"

#include "solvers/solver_parts.hpp"

#include "sparse/stored_multigrid.hpp"

#include <stdexcept>

namespace isobar {
namespace {

/// CG with everything that it refers to.
template <class P> class CsrCg {
public:
  using T = typename P::storage;
  using Vector = Field<T>;
  CsrCg(const PlannedGrid<T>& grid, Comm<P>& communicator)
      : preconditioner_(grid), cg_(grid, communicator, preconditioner_, Directions::standard,
                                   CsrMatrix<T>(OperatorRows<T>(grid))) {}
  SolveReport solve(const Vector& f, const SolveControls& c) { return cg_.solve(f, c); }
  const Vector& solution() const { return cg_.solution(); }

private:
  StoredColumnPreconditioner<T> preconditioner_;
  StandardPcg<P, Comm<P>, StoredColumnPreconditioner<T>, CsrMatrix<T>> cg_;
};

template <class P, template <class> class Matrix>
using StoredMultigrid = StoredMultigrid<typename P::storage, Comm<P>, Matrix<typename P::storage>>;

template <class P, template <class> class Matrix>
std::unique_ptr<Solver<P>> make_stored_multigrid(const Deck& deck, const GridSpec& spec,
                                                 const Partition& partition,
                                                 Comm<P>& communicator) {
  using Method = StoredMultigrid<P, Matrix>;
  const MultigridOptions& m = deck.multigrid;
  const typename Method::Options options{m.levels, m.pre_relaxation, m.post_relaxation,
                                         m.coarse_steps, m.coarse_relaxation};
  return std::make_unique<Adapter<P, Method>>(spec, partition, options, communicator);
}

template <class P, template <class> class Matrix>
Int64 stored_multigrid_bytes(const Deck& deck, const Partition& finest) {
  Int64 bytes = 0;
  Partition p = finest;
  for (int l = 0; l < deck.multigrid.levels; ++l, p = p.coarsened())
    bytes += GridOf<P>::bytes(p.nx, p.ny, deck.grid.nz) +
             StoredMultigrid<P, Matrix>::bytes(l, deck.multigrid.levels, p.nx, p.ny, deck.grid.nz);
  return bytes;
}

} // namespace

template <class P>
std::unique_ptr<Solver<P>> StoredSolvers<P>::make(const Deck& deck, const GridSpec& spec,
                                                  const Partition& partition,
                                                  Communicator& communicator) {
  using T = typename P::storage;
  // Products of Kokkos Kernels compute in the precision that they read; the deck is refused.
  if constexpr (std::is_same_v<T, typename P::arithmetic>) {
    if (deck.solver.method == deck::Method::multigrid_csr)
      return make_stored_multigrid<P, CsrMatrix>(deck, spec, partition, communicator);
    if (deck.solver.method == deck::Method::multigrid_ell)
      return make_stored_multigrid<P, EllMatrix>(deck, spec, partition, communicator);
    return std::make_unique<Adapter<P, CsrCg<P>>>(PlannedGrid<T>(spec, partition), communicator);
  } else {
    throw std::logic_error("stored matrices with float storage and double arithmetic");
  }
}

template <class P> Int64 StoredSolvers<P>::bytes(const Deck& deck, const Partition& p) {
  using T = typename P::storage;
  if (deck.solver.method == deck::Method::multigrid_csr)
    return stored_multigrid_bytes<P, CsrMatrix>(deck, p);
  if (deck.solver.method == deck::Method::multigrid_ell)
    return stored_multigrid_bytes<P, EllMatrix>(deck, p);
  const int nz = deck.grid.nz; // u, r, z, p, q
  return 5 * field_bytes<P>(p, nz) + GridOf<P>::bytes(p.nx, p.ny, nz) +
         StoredColumns<T>::bytes(p.nx, p.ny, nz) + CsrMatrix<T>::operator_bytes(p.nx, p.ny, nz);
}

template struct StoredSolvers<Double>;
template struct StoredSolvers<Float>;
template struct StoredSolvers<FloatStorage>;

} // namespace isobar
