#include <isobar/core/multigrid/mixed_refinement.hpp>

#include <algorithm>
#include <utility>

namespace isobar {

MixedRefinement::MixedRefinement(std::vector<int> cycles, Communicator<double>& outer,
                                 Communicator<float>& inner, Vector u, Vector next, Field<float> r,
                                 Int64 unknowns, Halo reads)
    : outer_(outer), u_(std::move(u)), next_(std::move(next)), r_{std::move(r)}, reads_(reads),
      cycles_(std::move(cycles)), inner_(inner), unknowns_(unknowns) {}

SolveReport MixedRefinement::refine(const Vector& f, const SolveControls& controls, Guess from) {
  corrections_ = cycles_done_ = 0;
  has_u_ = from == Guess::current;
  const StartNorms norms = start(f, from);
  next_factor_ = scale(norms.residual.value_or(norms.rhs));
  return solve_loop(
      controls, norms.rhs, [&](ConvergenceTest& test) { iterate(f, test); }, Decrease::steady,
      norms.residual);
}

/// Does one correction. The neighbours' u travels during the cycles, which do not touch u.
void MixedRefinement::iterate(const Vector& f, ConvergenceTest& test) {
  const bool travels = has_u_;
  if (travels) outer_.start(u_, reads_);
  const int count = cycles_[std::min(std::size_t(corrections_), cycles_.size() - 1)];
  ScaledFloat e{cycles(count, cycles_done_), r_.factor};
  cycles_done_ += count;
  if (travels) outer_.finish(u_);
  r_.factor = next_factor_;
  next_factor_ = scale(test.record_over_ranks(outer_, correct(f, e)));
  inner_.check();
  ++corrections_;
}

} // namespace isobar
