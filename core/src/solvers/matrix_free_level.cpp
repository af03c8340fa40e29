#include "solvers/matrix_free_level.hpp"

#include "base/precision_list.hpp"

#include <isobar/core/field/blas.hpp>
#include <isobar/core/kernels/elliptic_operator.hpp>
#include <isobar/core/kernels/transfer.hpp>

namespace isobar {
namespace {

bool merges_layers(const LevelSetup& s) { return s.index == 1 && s.merge > 1; }
bool solved_by_cg(const LevelSetup& s, const MultigridOptions& o) {
  return s.index + 1 == o.levels && o.coarse_solver == CoarseSolver::cg;
}

} // namespace

template <class P, class Q>
MatrixFreeLevel<P, Q>::MatrixFreeLevel(const LevelSetup& setup, const MultigridOptions& options,
                                       Communicator<T>& communicator,
                                       const MatrixFreeLevel<Q>* coarser)
    : FieldLevel<P>(setup, options, communicator), coarser_(coarser), halved_(setup.halved),
      single_end_(setup.single_end), next_(make_field<P>(setup, "isobar next")) {
  if (options.restriction == Restriction::transpose) r_ = make_field<P>(setup, "isobar r");
  if (merges_layers(setup))
    layers_.emplace(setup.spec, this->grid_, setup.merge, options.restriction);
  if (solved_by_cg(setup, options)) cg_ = std::make_unique<FusedPcg<P>>(this->grid_, communicator);
}

template <class P, class Q>
Int64 MatrixFreeLevel<P, Q>::bytes(const LevelSetup& s, const MultigridOptions& o) {
  Int64 bytes = FieldLevel<P>::bytes(s) + field_bytes<P>(s);
  if (o.restriction == Restriction::transpose) bytes += field_bytes<P>(s);
  if (merges_layers(s)) bytes += LayerTransfer<P>::bytes(s.partition.nx, s.partition.ny, s.spec.nz);
  if (solved_by_cg(s, o)) bytes += FusedPcg<P>::bytes(s);
  return bytes;
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::update(const GridSpec& spec) {
  FieldLevel<P>::update(spec);
  if (layers_) layers_->update(spec);
  if (cg_) cg_->update(spec);
}

template <class P, class Q> double MatrixFreeLevel<P, Q>::residual_norm_squared() {
  return Operator<P>::residual_norm_squared(this->grid_, this->u_, this->f_);
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::smooth(double rho, Guess guess) {
  if (this->options_.relaxation == Relaxation::red_black) return smooth_colours(rho, guess);
  if (guess == Guess::zero) Smoother<P>::smooth_from_zero(this->grid_, rho, this->f_, next_);
  else Smoother<P>::smooth(this->grid_, rho, this->u_, this->f_, next_);
  std::swap(this->u_, next_);
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::smooth_colours(double rho, Guess guess) {
  if (guess == Guess::zero) Blas<T>::set_zero(this->u_);
  Smoother<P>::smooth_colour(this->grid_, rho, Colour::red, this->u_, this->f_);
  this->exchange();
  Smoother<P>::smooth_colour(this->grid_, rho, Colour::black, this->u_, this->f_);
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::restrict_residual(Guess guess) {
  if (this->options_.restriction == Restriction::transpose) return restrict_transpose(guess);
  if (guess == Guess::zero) return restrict_rhs();
  Transfer<P, Q>::restrict_residual(this->grid_, this->u_, this->f_, coarser_->restricted(),
                                    coarser_->halved_);
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::restrict_transpose(Guess guess) {
  if (guess == Guess::zero) Blas<T>::copy(this->f_, r_);
  else Operator<P>::residual(this->grid_, this->u_, this->f_, r_);
  isobar::exchange(this->communicator_, r_, Halo::edges_and_corners);
  mirror_sides(this->grid_, r_);
  Transfer<P, Q>::restrict_transpose(this->grid_, r_, coarser_->restricted(), coarser_->halved_);
  DomainSides<Q>::move_ends_transposed(coarser_->grid_, coarser_->single_end_,
                                       coarser_->restricted());
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::restrict_rhs() {
  Transfer<P, Q>::restrict_rhs(this->grid_, this->f_, coarser_->restricted(), coarser_->halved_);
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::interpolate() {
  Transfer<P, Q>::interpolate(this->grid_, coarser_->correction(), this->u_, coarser_->halved_);
}

/// With the halo, if that is rows alone: the correction comes with corners, so it has all that neighbours
/// would send. Returns whether it was.
template <class P, class Q> bool MatrixFreeLevel<P, Q>::interpolate_with_halo() {
  const Partition& p = this->grid_.partition();
  if (!p.at_west() || !p.at_east()) {
    interpolate();
    return false;
  }
  Transfer<P, Q>::interpolate(this->grid_, coarser_->correction(), this->u_, coarser_->halved_,
                              {!p.at_south(), !p.at_north()});
  return true;
}

/// Fused with the first smoothing step after it, if there is one that reads all of u at once.
template <class P, class Q>
typename MatrixFreeLevel<P, Q>::Corrected MatrixFreeLevel<P, Q>::add_correction(Guess guess) {
  const std::vector<double>& rho = this->relaxation_after();
  const auto& correction = coarser_->correction();
  if (guess == Guess::zero) return {0, interpolate_with_halo()};
  const bool fused = coarser_->halved_ == Coarsening{} && !rho.empty() &&
                     this->options_.relaxation == Relaxation::jacobi;
  if (!fused) {
    Transfer<P, Q>::prolongate(this->grid_, this->u_, correction, this->u_, coarser_->halved_);
    return {0, false};
  }
  Transfer<P, Q>::prolongate_smooth(this->grid_, rho[0], this->u_, this->f_, correction, next_);
  std::swap(this->u_, next_);
  return {1, false};
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::prepare_rhs() {
  if (layers_) layers_->restrict_layers(this->grid_, this->f_);
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::prepare_correction() {
  isobar::exchange(this->communicator_, this->u_, Halo::edges_and_corners);
  DomainSides<P>::move_ends(this->grid_, single_end_, this->u_);
  mirror_sides(this->grid_, this->u_);
  if (layers_) layers_->interpolate_layers(this->grid_, this->u_);
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::solve_coarsest(Guess guess) {
  if (!cg_) return FieldLevel<P>::solve_coarsest(guess);
  cg_->solve(this->f_, {this->options_.coarse_tolerance, *this->options_.coarse_steps});
  Blas<T>::copy(cg_->solution(), this->u_);
}

/// Norms of CG need the host, and so do messages. Where no team solves the columns on chip, kernels use scratch of Kokkos,
/// which may lie elsewhere at the next launch.
template <class P, class Q> bool MatrixFreeLevel<P, Q>::records() const {
  return !cg_ && this->communicator_.enqueued() && P::layout == Layout::x_fastest &&
         this->grid_.plan().march().chunks > 0;
}

ISOBAR_INSTANTIATE(class MatrixFreeLevel)
ISOBAR_INSTANTIATE_MIXED(class MatrixFreeLevel)

} // namespace isobar
