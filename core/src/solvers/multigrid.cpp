#include "solvers/build_levels.hpp"
#include "solvers/matrix_free_level.hpp"

#include "base/precision_list.hpp"

#include <isobar/core/field/blas.hpp>

namespace isobar {
namespace {

std::vector<Level*> pointers(Level* finest, const std::vector<std::unique_ptr<Level>>& coarser) {
  std::vector<Level*> all{finest};
  for (const std::unique_ptr<Level>& level : coarser) all.push_back(level.get());
  return all;
}

} // namespace

template <class P>
Multigrid<P>::Multigrid(Hierarchy<P> levels, const MultigridOptions& options)
    : finest_(std::move(levels.finest)), coarser_(std::move(levels.coarser)),
      cycle_(pointers(finest_.get(), coarser_), options) {}

template <class P> SolveReport Multigrid<P>::solve(const Vector& f, const SolveControls& controls) {
  finest_->set_rhs(f);
  Ranks& ranks = finest_->communicator();
  Guess guess = Guess::zero;
  SolveReport report =
      solve_loop(controls, norm_over_ranks(ranks, Blas<T>::dot(f, f)), [&](ConvergenceTest& test) {
        cycle_.run(std::exchange(guess, Guess::current));
        if (!test.skip_norm()) test.record_over_ranks(ranks, finest_->residual_norm_squared());
      });
  if (report.iterations == 0) Blas<T>::set_zero(finest_->u());
  return report;
}

template <class P>
const typename Multigrid<P>::Vector& Multigrid<P>::cycles(const Vector& f, int count, int before) {
  finest_->set_rhs(f, before);
  for (int n = 0; n < count; ++n) cycle_.run(n == 0 ? Guess::zero : Guess::current);
  return solution();
}

template <class P, class Q>
Hierarchy<P> MatrixFreeLevels<P, Q>::make(const GridSetup& setup, const MultigridOptions& options,
                                          Communicators<typename P::storage>& fine,
                                          Communicators<typename Q::storage>& coarse) {
  return build_levels<P, MatrixFreeLevel<P, Q>, MatrixFreeLevel<Q>>(setup, options, fine, coarse);
}

template <class P, class Q>
Int64 MatrixFreeLevels<P, Q>::bytes(const GridSetup& setup, const MultigridOptions& options) {
  return built_levels_bytes<MatrixFreeLevel<P, Q>, MatrixFreeLevel<Q>>(setup, options);
}

ISOBAR_INSTANTIATE(struct MatrixFreeLevels)
ISOBAR_INSTANTIATE_MIXED(struct MatrixFreeLevels)
ISOBAR_INSTANTIATE(class Multigrid)

} // namespace isobar
