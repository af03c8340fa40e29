#include "columns/matrix_free_level.hpp"

#include "base/precision_list.hpp"
#include "columns/kernels/corrected_cells.hpp"

#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>
#include <isobar/core/field/blas.hpp>

#include <algorithm>
#include <utility>

namespace isobar {
namespace {

/// Returns nx x ny columns of a field from column (i, j) on. Only fields with x fastest have parts
/// in x.
template <class T, Layout L>
Field<T, L> part_of(const Field<T, L>& field, int nx, int ny, int i, int j) {
  if constexpr (L == Layout::x_fastest) return field.part(i, j, nx, ny);
  else return field.rows(j, ny);
}
template <class T, Layout L, class Grid>
Field<T, L> part_of(const Field<T, L>& field, const Grid& grid, int i, int j) {
  return part_of(field, grid.nx(), grid.ny(), i, j);
}

bool merges_layers(const LevelSetup& s) { return s.index == 1 && s.merge > 1; }
bool solved_by_cg(const LevelSetup& s, const MultigridOptions& o) {
  return s.index + 1 == o.levels && o.coarse_solver == CoarseSolver::cg;
}

} // namespace

template <class P, class Q>
MatrixFreeLevel<P, Q>::MatrixFreeLevel(const LevelSetup& setup, const MultigridOptions& options,
                                       Communicator<T>& communicator, const Coarser* coarser)
    : ColumnLevel<P>(setup, options, communicator), coarser_(coarser), halved_(next_halved(setup)),
      single_end_(setup.single_end), coarse_single_end_(single_end(halved_, setup.partition)),
      coarse_ends_label_(kernel_label(Kernel::mirror_sides, setup.index + 1)) {
  this->next_ = make_field<P>(setup, "isobar next");
  if (options.restriction == Restriction::transpose) r_ = make_field<P>(setup, "isobar r");
  if (merges_layers(setup))
    layers_.emplace(setup.spec, this->grid_, setup.merge, options.restriction);
  make_parts();
  if (solved_by_cg(setup, options)) cg_ = std::make_unique<FusedPcg<P>>(this->grid_, communicator);
}

template <class P, class Q>
Int64 MatrixFreeLevel<P, Q>::bytes(const LevelSetup& s, const MultigridOptions& o) {
  Int64 bytes = ColumnLevel<P>::bytes(s) + field_bytes<P>(s);
  if (o.restriction == Restriction::transpose) bytes += field_bytes<P>(s);
  if (merges_layers(s)) bytes += LayerTransfer<P>::bytes(s.partition.nx, s.partition.ny, s.spec.nz);
  if (solved_by_cg(s, o)) bytes += FusedPcg<P>::bytes(s);
  return bytes;
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::update(const GridSpec& spec) {
  ColumnLevel<P>::update(spec);
  make_parts();
  if (layers_) layers_->update(spec);
  if (cg_) cg_->update(spec);
}

/// Divides the finest level into parts. A side with neighbours has a part of two rows, because a
/// coarse row covers two.
template <class P, class Q> void MatrixFreeLevel<P, Q>::make_parts() {
  const Grid& grid = this->grid_;
  if (!this->options_.rim_first || grid.index() > 0) return;
  parts_ = RimFirstRows<Grid>(grid, 2);
  if constexpr (P::layout == Layout::x_fastest) patches_ = RimFirstPatches<Grid>(grid, 2);
}

/// Calls step(grid of some columns, the first of these columns, their first row) for the u that
/// next_ will hold. If there are parts, the columns that neighbours wait for come first.
template <class P, class Q>
template <class Step>
void MatrixFreeLevel<P, Q>::in_parts(const Step& step) {
  const auto send = [&] { this->start_exchange(this->next_); };
  if (!patches_.empty()) patches_.for_each(step, send);
  else if (!parts_.empty()) parts_.for_each(step, send);
  else step(this->grid_, 0, 0);
}

template <class P, class Q> double MatrixFreeLevel<P, Q>::residual_norm_squared() {
  return Operator<P>::residual_norm_squared(this->grid_, this->u_, this->f_);
}

/// Fuses a smoothing step with the norm, on CPUs only. Steps that begin with the rows that
/// neighbours wait for are not fused.
template <class P, class Q> std::optional<double> MatrixFreeLevel<P, Q>::smooth_norm(double rho) {
  if (!Smoother<P>::has_norm || !parts_.empty() || !patches_.empty()) return {};
  this->readable_rows(Guess::current);
  return Smoother<P>::smooth_norm(this->grid_, rho, this->u_, this->f_, this->next_);
}

template <class P, class Q>
void MatrixFreeLevel<P, Q>::smooth(double rho, Guess guess, SmoothingStep step) {
  if (this->options_.relaxation == Relaxation::red_black) return smooth_colours(rho, guess);
  const int rows = this->readable_rows(guess);
  const bool mirrored =
      step == SmoothingStep::last && guess == Guess::current && sides_are_mirrored();
  in_parts([&](const Grid& grid, int i, int j) {
    const Vector f = part_of(this->f_, grid, i, j), next = part_of(this->next_, grid, i, j);
    if (guess == Guess::zero) return Smoother<P>::smooth_from_zero(grid, rho, f, next);
    const Vector u = part_of(this->u_, grid, i, j);
    if (mirrored) Smoother<P>::smooth_mirrored(grid, rho, u, f, next);
    else Smoother<P>::smooth(grid, rho, u, f, next);
  });
  this->replace_by_next(rows - 1);
  if (mirrored) this->set_mirrored();
}

/// Returns whether the finer level's prolongation reads the mirror images that smoothing steps
/// write.
template <class P, class Q> bool MatrixFreeLevel<P, Q>::sides_are_mirrored() const {
  const Partition& p = this->grid_.partition();
  const bool has_sides = p.has_sides_in_x() || p.has_sides_in_y();
  return this->grid_.index() > 0 && has_sides && !single_end_.x && !single_end_.y;
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::smooth_colours(double rho, Guess guess) {
  if (guess == Guess::zero) Blas<T>::set_zero(this->u_);
  for (const Colour colour : {Colour::red, Colour::black}) {
    const int rows = this->readable_rows(std::exchange(guess, Guess::current));
    Smoother<P>::smooth_colour(this->grid_, rho, colour, this->u_, this->f_);
    this->set_valid(rows - 1);
  }
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::restrict_residual(Guess guess) {
  if (this->options_.restriction == Restriction::transpose) return restrict_transpose(guess);
  if (guess == Guess::zero) return restrict_rhs();
  this->readable_rows(guess);
  Transfer<P, Q>::restrict_residual(this->grid_, this->u_, this->f_, coarse_f(), halved_);
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::restrict_transpose(Guess guess) {
  const int rows = this->readable_rows(guess);
  if (guess == Guess::zero) Blas<T>::copy(this->f_, r_);
  else Operator<P>::residual(this->grid_, this->u_, this->f_, r_);
  if (std::min(rows - 1, this->overlap()) < 1)
    isobar::exchange(this->communicator_, r_, Halo::edges_and_corners);
  else this->communicator_.wrap(r_);
  mirror_sides(this->grid_, r_);
  Transfer<P, Q>::restrict_transpose(this->grid_, r_, coarse_f(), halved_);
  DomainSides<Q>::move_ends_transposed(coarse_ends_label_, coarse_single_end_,
                                       coarser_->restricted());
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::restrict_rhs() {
  Transfer<P, Q>::restrict_rhs(this->grid_, this->f_, coarse_f(), halved_);
}

/// Returns the rows of a coarse field that belong to this level's rows. Rows beside them are their
/// halo.
template <class P, class Q>
FieldOf<Q> MatrixFreeLevel<P, Q>::rows_here(const FieldOf<Q>& coarse) const {
  const Partition& fine = this->grid_.partition();
  if (fine.is_on_sphere()) return coarse;
  const int first = (halved_.y ? fine.first_j / 2 : fine.first_j) - coarser_->partition().first_j;
  return coarse.rows(first, halved_.y ? coarsened_columns(fine.ny) : fine.ny);
}
template <class P, class Q> FieldOf<Q> MatrixFreeLevel<P, Q>::coarse_f() const {
  return rows_here(coarser_->restricted());
}
template <class P, class Q> FieldOf<Q> MatrixFreeLevel<P, Q>::correction_here() const {
  return rows_here(coarser_->correction());
}

/// Returns the number of rows beside the owned ones on which the correction is right after its
/// prolongation.
template <class P, class Q> int MatrixFreeLevel<P, Q>::corrected_rows() const {
  const int coarse = coarser_->valid_rows();
  return coarse >= all_rows ? all_rows : halved_.y ? 2 * coarse - 1 : coarse;
}

/// Interpolates the correction, with the halo if that has only rows. The correction comes with
/// corners, so it has all that neighbours would send.
template <class P, class Q> void MatrixFreeLevel<P, Q>::interpolate() {
  this->finish_exchange();
  const Partition& p = this->grid_.partition();
  const bool rows_alone = p.has_whole_rows();
  const HaloRows rows{rows_alone && !p.at_south(), rows_alone && !p.at_north()};
  Transfer<P, Q>::interpolate(this->grid_, correction_here(), this->u_, halved_, rows);
  if (rows_alone) this->set_valid_halo(corrected_rows());
  else this->set_valid(corrected_rows());
}

/// Fuses the correction with the first smoothing step after it, if this step reads all of u at
/// once.
template <class P, class Q> std::size_t MatrixFreeLevel<P, Q>::add_correction(Guess guess) {
  const std::vector<double>& rho = this->relaxation_after();
  const bool fused =
      halved_ == Coarsening{} && !rho.empty() && this->options_.relaxation == Relaxation::jacobi;
  if (fused) {
    smooth_corrected(rho[0], guess);
    return 1;
  }
  if (guess == Guess::zero) {
    interpolate();
    return 0;
  }
  this->finish_exchange();
  Transfer<P, Q>::prolongate(this->grid_, this->u_, correction_here(), this->u_, halved_);
  this->set_valid(std::min(this->valid_rows(), corrected_rows()));
  return 0;
}

/// Smooths with the correction. From u = 0 it reads no halo of u: the correction's halo gives the
/// same numbers.
template <class P, class Q> void MatrixFreeLevel<P, Q>::smooth_corrected(double rho, Guess guess) {
  const int rows = std::min(this->readable_rows(guess), corrected_rows());
  const FieldOf<Q> correction = correction_here();
  in_parts([&](const Grid& grid, int i, int j) {
    const CellCounts cells = coarse_cells(grid, halved_);
    const FieldOf<Q> coarse = part_of(correction, cells.nx, cells.ny, i / 2, j / 2);
    const Vector f = part_of(this->f_, grid, i, j), next = part_of(this->next_, grid, i, j);
    if (guess == Guess::zero) Transfer<P, Q>::interpolate_smooth(grid, rho, f, coarse, next);
    else
      Transfer<P, Q>::prolongate_smooth(grid, rho, part_of(this->u_, grid, i, j), f, coarse, next);
  });
  this->replace_by_next(rows - 1);
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::prepare_rhs() {
  if (layers_) layers_->restrict_layers(this->grid_, this->f_);
  FieldLevel<P>::prepare_rhs();
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::prepare_correction() {
  this->readable_rows(Guess::current, Halo::edges_and_corners);
  DomainSides<P>::move_ends(this->grid_, single_end_, this->u_);
  if (!this->is_mirrored()) mirror_sides(this->grid_, this->u_);
  if (layers_) layers_->interpolate_layers(this->grid_, this->u_);
}

template <class P, class Q> void MatrixFreeLevel<P, Q>::solve_coarsest(Guess guess) {
  if (!cg_) return FieldLevel<P>::solve_coarsest(guess);
  cg_->solve(this->f_, {this->options_.coarse_tolerance, *this->options_.coarse_steps});
  Blas<T>::copy(cg_->solution(), this->u_);
  this->set_valid(this->overlap());
}

/// Returns whether a graph can record the level's launches. Norms of CG need the host, and so do
/// messages. Where no team solves the columns on chip, kernels use scratch memory of Kokkos, which
/// may lie elsewhere at the next launch.
template <class P, class Q> bool MatrixFreeLevel<P, Q>::records() const {
  return !cg_ && this->communicator_.enqueued() && P::layout == Layout::x_fastest &&
         this->grid_.plan().march().chunks > 0;
}

ISOBAR_INSTANTIATE(class MatrixFreeLevel)
ISOBAR_INSTANTIATE_MIXED(class MatrixFreeLevel)

} // namespace isobar
