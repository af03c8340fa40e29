#include "poisson/poisson_level.hpp"

#include "base/precision_list.hpp"

#include <isobar/core/box/kernels/box_operator.hpp>
#include <isobar/core/box/kernels/box_transfer.hpp>
#include <isobar/core/field/blas.hpp>

#include <utility>

namespace isobar {
namespace {

bool by_cg(const PoissonOptions& o) {
  return o.coarsest == CoarsestSolver::cg || o.coarsest == CoarsestSolver::exact;
}

/// Returns whether a level that is not the coarsest one stores residuals.
bool stores_residual(const PoissonOptions& o) { return o.restriction != Restriction::average; }

} // namespace

template <class P, class Q>
PoissonLevel<P, Q>::PoissonLevel(const BoxLevelSetup& setup, const PoissonOptions& options,
                                 Communicator<T>& communicator, const CoarserLevel<Q>* coarser)
    : BoxLevel<P>(setup, options, communicator), coarser_(coarser), coarsest_(options.coarsest) {
  if (coarser && stores_residual(options)) r_ = this->field(setup, "isobar r");
  if (!coarser && by_cg(options)) cg_ = CoarsestCg<P>(this->u_.shape());
}

template <class P, class Q>
Int64 PoissonLevel<P, Q>::bytes(const BoxLevelSetup& s, const PoissonOptions& o) {
  const bool coarsest = !s.halved.any();
  const int fields = (!coarsest && stores_residual(o)) + 3 * (coarsest && by_cg(o));
  return BoxLevel<P>::bytes(s, o) + fields * BoxLevel<P>::field_bytes(s);
}

template <class P, class Q> void PoissonLevel<P, Q>::restrict_residual(Guess guess) {
  if (this->options_.restriction == Restriction::transpose) return restrict_transpose(guess);
  if (this->options_.restriction != Restriction::average) return restrict_weighted(guess);
  if (guess == Guess::zero) return restrict_rhs();
  this->readable_rows(guess);
  BoxTransfer<P, Q>::restrict_residual(this->grid(), this->u_, this->f_, coarser_->restricted());
}

/// Restricts without neighbours' residuals.
template <class P, class Q> void PoissonLevel<P, Q>::restrict_weighted(Guess guess) {
  const double own = this->options_.restriction == Restriction::injection ? 1.0 : 0.5;
  if (guess == Guess::zero)
    return BoxTransfer<P, Q>::restrict_weighted(this->grid(), own, this->f_,
                                                coarser_->restricted());
  this->readable_rows(guess);
  BoxOperator<P>::residual(this->grid(), this->u_, this->f_, r_);
  BoxTransfer<P, Q>::restrict_weighted(this->grid(), own, r_, coarser_->restricted());
}

/// Exchanges the residual of the columns that neighbours wait for, while the other columns are computed.
template <class P, class Q> void PoissonLevel<P, Q>::restrict_transpose(Guess guess) {
  if (guess == Guess::zero) {
    Blas<T>::copy(this->f_, r_);
    isobar::exchange(this->communicator_, r_, Halo::edges_and_corners);
  } else {
    this->readable_rows(guess);
    compute_residual();
  }
  BoxTransfer<P, Q>::restrict_transpose(this->grid(), r_, coarser_->restricted());
}

template <class P, class Q> void PoissonLevel<P, Q>::compute_residual() {
  this->in_parts(
      [&](const Grid& some, const auto& part) {
        BoxOperator<P>::residual(some, part(this->u_), part(this->f_), part(r_));
      },
      [&] { this->communicator_.start(r_, Halo::edges_and_corners); });
  if (this->has_parts()) this->communicator_.finish(r_);
  else isobar::exchange(this->communicator_, r_, Halo::edges_and_corners);
}

template <class P, class Q> void PoissonLevel<P, Q>::restrict_rhs() {
  BoxTransfer<P, Q>::restrict_rhs(this->grid(), this->f_, coarser_->restricted());
}

template <class P, class Q> void PoissonLevel<P, Q>::interpolate() {
  this->finish_exchange();
  BoxTransfer<P, Q>::interpolate(this->grid(), coarser_->correction(), this->u_);
  this->set_valid(this->overlap());
}

template <class P, class Q> std::size_t PoissonLevel<P, Q>::add_correction(Guess guess) {
  if (guess == Guess::zero) {
    interpolate();
    return 0;
  }
  this->finish_exchange();
  BoxTransfer<P, Q>::prolongate(this->grid(), this->u_, coarser_->correction(), this->u_);
  this->set_valid(this->overlap());
  return 0;
}

/// Smooths until the residual is small enough. All ranks of the level agree, as norms are reduced over them.
template <class P, class Q> void PoissonLevel<P, Q>::smooth_until_solved(Guess guess) {
  constexpr int most_lists = 1000; // more than any coarse level needs
  Ranks& ranks = this->communicator_;
  const double least =
      this->options_.coarse_tolerance * norm_over_ranks(ranks, Blas<T>::dot(this->f_, this->f_));
  for (int n = 0; n < most_lists; ++n) {
    FieldLevel<P>::solve_coarsest(std::exchange(guess, Guess::current));
    this->readable_rows(Guess::current);
    if (!(norm_over_ranks(ranks, this->residual_norm_squared()) > least)) return;
  }
}

template <class P, class Q> void PoissonLevel<P, Q>::solve_coarsest(Guess guess) {
  if (coarsest_ == CoarsestSolver::steps) return FieldLevel<P>::solve_coarsest(guess);
  if (coarsest_ == CoarsestSolver::residual) return smooth_until_solved(guess);
  this->readable_rows(guess);
  cg_.solve(this->grid(), this->communicator_, this->f_, this->u_, guess,
            coarsest_ == CoarsestSolver::exact ? 0.0 : this->options_.coarse_tolerance);
  this->set_valid(0);
}

template <class P, class Q> void PoissonLevel<P, Q>::prepare_correction() {
  this->readable_rows(Guess::current, Halo::edges_and_corners);
}

ISOBAR_INSTANTIATE_FOR_BOX(class PoissonLevel)
ISOBAR_INSTANTIATE_MIXED(class PoissonLevel)

} // namespace isobar
