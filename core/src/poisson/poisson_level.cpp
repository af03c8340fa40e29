#include "poisson/poisson_level.hpp"

#include "base/precision_list.hpp"

#include <isobar/core/box/kernels/box_operator.hpp>
#include <isobar/core/box/kernels/box_smoother.hpp>
#include <isobar/core/box/kernels/box_transfer.hpp>
#include <isobar/core/field/blas.hpp>

#include <utility>

namespace isobar {
namespace {

/// A rank that has the whole level needs no exchange: all rows beside its own are valid.
LevelShape shape(const BoxLevelSetup& s) {
  return {s.partition, s.box.z.cells(), s.index, s.partition.is_whole() ? all_rows : 0};
}

template <class P> FieldOf<P> field(const BoxLevelSetup& s, const char* label) {
  const Region region(setup_part::allocation);
  return FieldOf<P>(label, s.partition.nx, s.partition.ny, s.box.z.cells());
}
template <class P> Int64 field_bytes(const BoxLevelSetup& s) {
  using T = typename P::storage;
  return FieldShape::of<T>(s.partition.nx, s.partition.ny, s.box.z.cells()).size() *
         Int64(sizeof(T));
}

std::vector<double> coarsest_steps(const PoissonOptions& o) {
  return o.coarsest_relaxation.empty() ? equal_coarsest_steps(o) : o.coarsest_relaxation;
}

bool by_cg(const PoissonOptions& o) {
  return o.coarsest == CoarsestSolver::cg || o.coarsest == CoarsestSolver::exact;
}

/// Whether a level that is not the coarsest one stores residuals.
bool stores_residual(const PoissonOptions& o) { return o.restriction != Restriction::average; }

/// Whether the level needs a second field for smoothing. Red-black steps need it only for both colours in one pass.
bool needs_next(const BoxLevelSetup& s, const PoissonOptions& o) {
  return o.relaxation == Relaxation::jacobi || s.partition.has_whole_rows();
}

/// Whether two steps in one pass are faster than single steps. On hosts this holds for both colours, but not for two steps of
/// Jacobi. On a GPU the pass is a long program, which pays for large planes of cells. An H200 is as fast with both at 128 KiB a
/// plane, and takes four times as long with the pass at an eighth of it.
template <class P> bool gains_by_two_steps(const BoxGridOf<P>& grid, Relaxation relaxation) {
  constexpr Int64 least_plane = 128 << 10; // bytes
  const Int64 plane = Int64(grid.nx()) * grid.nz() * Int64(sizeof(typename P::storage));
  if (P::walk != Walk::march) return relaxation == Relaxation::red_black;
  return BoxTwoSteps<P>::takes(grid) && plane >= least_plane;
}

} // namespace

/// The number of rows at a side of a part that begin: two, the children of a coarse row.
template <class P, class Q>
PoissonLevel<P, Q>::PoissonLevel(const BoxLevelSetup& setup, const PoissonOptions& options,
                                 Communicator<T>& communicator, const CoarserLevel<Q>* coarser)
    : FieldLevel<P>(shape(setup), options, coarsest_steps(options), communicator),
      grid_(setup.box, setup.partition, setup.halved, setup.index), coarser_(coarser),
      coarsest_(options.coarsest) {
  if (options.rim_first) parts_ = RimFirstRows<Grid>(grid_, 2);
  if (needs_next(setup, options)) this->next_ = field<P>(setup, "isobar next");
  if (coarser && stores_residual(options)) r_ = field<P>(setup, "isobar r");
  if (!coarser && by_cg(options)) cg_ = CoarsestCg<P>(this->u_.shape());
}

template <class P, class Q>
Int64 PoissonLevel<P, Q>::bytes(const BoxLevelSetup& s, const PoissonOptions& o) {
  const bool coarsest = !s.halved.any();
  const int fields =
      needs_next(s, o) + (!coarsest && stores_residual(o)) + 3 * (coarsest && by_cg(o));
  return FieldLevel<P>::bytes(shape(s)) + fields * field_bytes<P>(s) +
         Grid::bytes(s.partition.nx, s.partition.ny, s.box.z.cells());
}

template <class P, class Q> double PoissonLevel<P, Q>::residual_norm_squared() {
  return BoxOperator<P>::residual_norm_squared(grid_, this->u_, this->f_);
}

/// Fuses on hosts. Steps that begin with the rows that neighbours wait for are not fused.
template <class P, class Q> std::optional<double> PoissonLevel<P, Q>::smooth_norm(double rho) {
  if (P::walk == Walk::march || !parts_.empty()) return {};
  this->readable_rows(Guess::current);
  return BoxSmoother<P>::smooth_norm(grid_, rho, this->u_, this->f_, this->next_);
}

template <class P, class Q>
void PoissonLevel<P, Q>::smooth(double rho, Guess guess, SmoothingStep) {
  if (this->options_.relaxation == Relaxation::red_black) return smooth_colours(rho, guess);
  const int rows = this->readable_rows(guess);
  const auto step = [&](const Grid& grid, int first) {
    const Vector f = this->f_.rows(first, grid.ny()), next = this->next_.rows(first, grid.ny());
    if (guess == Guess::zero) BoxSmoother<P>::smooth_from_zero(grid, rho, f, next);
    else BoxSmoother<P>::smooth(grid, rho, this->u_.rows(first, grid.ny()), f, next);
  };
  parts_.for_each(grid_, step, [&] { this->start_exchange(this->next_); });
  this->replace_by_next(rows - 1);
}

/// Does two steps of Jacobi, or both colours of a red-black step, in one pass over memory, where ranks have whole rows and the
/// pass is faster. All ranks of a level do, or none.
template <class P, class Q>
typename PoissonLevel<P, Q>::FusedSteps
PoissonLevel<P, Q>::fused(std::span<const double> rho) const {
  if (!this->partition().has_whole_rows() || rho.empty() ||
      !gains_by_two_steps<P>(grid_, this->options_.relaxation))
    return {{}, 0};
  if (this->options_.relaxation == Relaxation::red_black) return {{rho[0], rho[0], true}, 1};
  if (rho.size() < 2) return {{}, 0};
  return {{rho[0], rho[1]}, 2};
}

template <class P, class Q>
std::size_t PoissonLevel<P, Q>::smooth_some(std::span<const double> rho, Guess guess,
                                            SmoothingStep last) {
  const auto [two, count] = fused(rho);
  if (count == 0) return FieldLevel<P>::smooth_some(rho, guess, last);
  this->readable_rows(guess);
  smooth_twice(two, guess == Guess::zero ? nullptr : &this->u_);
  return count;
}

/// The first step's result in the rows beside neighbours is exchanged. If these rows come last, the other rows are computed
/// during the exchange.
template <class P, class Q>
void PoissonLevel<P, Q>::smooth_twice(const TwoSteps& two, const Vector* u) {
  using Two = BoxTwoSteps<P>;
  Two::first_step_for_neighbours(grid_, two, u, this->f_, this->next_);
  if (parts_.empty()) {
    if (!this->partition().is_whole()) isobar::exchange(this->communicator_, this->next_);
    Two::smooth(grid_, two, u, this->f_, this->next_);
  } else {
    this->communicator_.start(this->next_, Halo::edges);
    parts_.inner_first(
        [&](const Grid& rows, int first) {
          Two::smooth_rows(grid_, two, u, this->f_, this->next_, first, rows.ny());
        },
        [&] { this->communicator_.finish(this->next_); });
  }
  this->replace_by_next(this->overlap());
}

template <class P, class Q> void PoissonLevel<P, Q>::smooth_colours(double rho, Guess guess) {
  if (guess == Guess::zero) Blas<T>::set_zero(this->u_);
  for (const Colour colour : {Colour::red, Colour::black}) {
    const int rows = this->readable_rows(std::exchange(guess, Guess::current));
    BoxSmoother<P>::smooth_colour(grid_, rho, colour, this->u_, this->f_);
    this->set_valid(rows - 1);
  }
}

template <class P, class Q> void PoissonLevel<P, Q>::restrict_residual(Guess guess) {
  if (this->options_.restriction == Restriction::transpose) return restrict_transpose(guess);
  if (this->options_.restriction != Restriction::average) return restrict_weighted(guess);
  if (guess == Guess::zero) return restrict_rhs();
  this->readable_rows(guess);
  BoxTransfer<P, Q>::restrict_residual(grid_, this->u_, this->f_, coarser_->restricted());
}

/// Restricts without neighbours' residuals.
template <class P, class Q> void PoissonLevel<P, Q>::restrict_weighted(Guess guess) {
  const double own = this->options_.restriction == Restriction::injection ? 1.0 : 0.5;
  if (guess == Guess::zero)
    return BoxTransfer<P, Q>::restrict_weighted(grid_, own, this->f_, coarser_->restricted());
  this->readable_rows(guess);
  BoxOperator<P>::residual(grid_, this->u_, this->f_, r_);
  BoxTransfer<P, Q>::restrict_weighted(grid_, own, r_, coarser_->restricted());
}

/// Exchanges the residual of the rows that neighbours wait for, while the other rows are computed.
template <class P, class Q> void PoissonLevel<P, Q>::restrict_transpose(Guess guess) {
  if (guess == Guess::zero) {
    Blas<T>::copy(this->f_, r_);
    isobar::exchange(this->communicator_, r_, Halo::edges_and_corners);
  } else {
    this->readable_rows(guess);
    compute_residual();
  }
  BoxTransfer<P, Q>::restrict_transpose(grid_, r_, coarser_->restricted());
}

template <class P, class Q> void PoissonLevel<P, Q>::compute_residual() {
  const auto step = [&](const Grid& grid, int first) {
    const int count = grid.ny();
    BoxOperator<P>::residual(grid, this->u_.rows(first, count), this->f_.rows(first, count),
                             r_.rows(first, count));
  };
  parts_.for_each(grid_, step, [&] { this->communicator_.start(r_, Halo::edges_and_corners); });
  if (parts_.empty()) isobar::exchange(this->communicator_, r_, Halo::edges_and_corners);
  else this->communicator_.finish(r_);
}

template <class P, class Q> void PoissonLevel<P, Q>::restrict_rhs() {
  BoxTransfer<P, Q>::restrict_rhs(grid_, this->f_, coarser_->restricted());
}

template <class P, class Q> void PoissonLevel<P, Q>::interpolate() {
  this->finish_exchange();
  BoxTransfer<P, Q>::interpolate(grid_, coarser_->correction(), this->u_);
  this->set_valid(this->overlap());
}

template <class P, class Q> std::size_t PoissonLevel<P, Q>::add_correction(Guess guess) {
  if (guess == Guess::zero) {
    interpolate();
    return 0;
  }
  this->finish_exchange();
  BoxTransfer<P, Q>::prolongate(grid_, this->u_, coarser_->correction(), this->u_);
  this->set_valid(this->overlap());
  return 0;
}

/// All ranks of the level agree, as norms are reduced over them.
template <class P, class Q> void PoissonLevel<P, Q>::smooth_until_solved(Guess guess) {
  constexpr int most_lists = 1000; // more than any coarse level wants
  Ranks& ranks = this->communicator_;
  const double least =
      this->options_.coarse_tolerance * norm_over_ranks(ranks, Blas<T>::dot(this->f_, this->f_));
  for (int n = 0; n < most_lists; ++n) {
    FieldLevel<P>::solve_coarsest(std::exchange(guess, Guess::current));
    this->readable_rows(Guess::current);
    if (!(norm_over_ranks(ranks, residual_norm_squared()) > least)) return;
  }
}

template <class P, class Q> void PoissonLevel<P, Q>::solve_coarsest(Guess guess) {
  if (coarsest_ == CoarsestSolver::steps) return FieldLevel<P>::solve_coarsest(guess);
  if (coarsest_ == CoarsestSolver::residual) return smooth_until_solved(guess);
  this->readable_rows(guess);
  cg_.solve(grid_, this->communicator_, this->f_, this->u_, guess,
            coarsest_ == CoarsestSolver::exact ? 0.0 : this->options_.coarse_tolerance);
  this->set_valid(0);
}

template <class P, class Q> void PoissonLevel<P, Q>::prepare_correction() {
  this->readable_rows(Guess::current, Halo::edges_and_corners);
}

ISOBAR_INSTANTIATE_FOR_BOX(class PoissonLevel)
ISOBAR_INSTANTIATE_MIXED(class PoissonLevel)

} // namespace isobar
