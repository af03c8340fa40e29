#include "poisson/box_level.hpp"

#include "base/precision_list.hpp"

#include <isobar/core/box/kernels/box_operator.hpp>
#include <isobar/core/box/kernels/box_smoother.hpp>
#include <isobar/core/field/blas.hpp>

#include <span>
#include <utility>

namespace isobar {
namespace {

/// Returns the shape of a level. A rank that has the whole level needs no exchange: all rows beside its own are valid.
LevelShape shape(const BoxLevelSetup& s) {
  return {s.partition, s.box.z.cells(), s.index, s.partition.is_whole() ? all_rows : 0};
}

std::vector<double> coarsest_steps(const PoissonOptions& o) {
  return o.coarsest_relaxation.empty() ? equal_coarsest_steps(o) : o.coarsest_relaxation;
}

/// Returns whether the level needs a second field for smoothing. Red-black steps need it only for both colours in one pass.
bool needs_next(const BoxLevelSetup& s, const PoissonOptions& o) {
  return o.relaxation == Relaxation::jacobi || s.partition.has_whole_rows();
}

/// Returns whether two steps in one pass are faster than single steps. On hosts this holds for both colours, but not for two
/// steps of Jacobi. On a GPU the pass is a long program, which pays for large planes of cells. At 128 KiB a plane, an H200 is
/// as fast with both. At an eighth of it, the pass takes four times as long.
template <class P> bool gains_by_two_steps(const BoxGridOf<P>& grid, Relaxation relaxation) {
  constexpr Int64 least_plane = 128 << 10; // bytes
  const Int64 plane = Int64(grid.nx()) * grid.nz() * Int64(sizeof(typename P::storage));
  if (P::walk != Walk::march) return relaxation == Relaxation::red_black;
  return BoxTwoSteps<P>::takes(grid) && plane >= least_plane;
}

/// Returns the parts in which the ranks of a level work. There are none if any rank has too few columns, as all ranks must send
/// equally often. A part has two rows at a side, as a coarse row has two.
template <class Grid> RimFirstSides<Grid> parts_on_all_ranks(const Grid& grid, Ranks& ranks) {
  if (grid.partition().is_whole()) return {};
  const RimFirstSides<Grid> parts(grid, 2);
  double none = parts.empty() ? 1.0 : 0.0;
  ranks.max(std::span(&none, 1));
  return none > 0.0 ? RimFirstSides<Grid>() : parts;
}

} // namespace

template <class P>
BoxLevel<P>::BoxLevel(const BoxLevelSetup& setup, const PoissonOptions& options,
                      Communicator<T>& communicator)
    : FieldLevel<P>(shape(setup), options, coarsest_steps(options), communicator),
      grid_(setup.box, setup.partition, setup.halved, setup.index) {
  if (options.rim_first) parts_ = parts_on_all_ranks(grid_, communicator);
  if (needs_next(setup, options)) this->next_ = field(setup, "isobar next");
}

template <class P> Int64 BoxLevel<P>::bytes(const BoxLevelSetup& s, const PoissonOptions& o) {
  return FieldLevel<P>::bytes(shape(s)) + needs_next(s, o) * field_bytes(s) +
         Grid::bytes(s.partition.nx, s.partition.ny, s.box.z.cells());
}

template <class P>
typename BoxLevel<P>::Vector BoxLevel<P>::field(const BoxLevelSetup& s, const char* label) {
  const Region region(setup_part::allocation);
  return Vector(label, s.partition.nx, s.partition.ny, s.box.z.cells());
}
template <class P> Int64 BoxLevel<P>::field_bytes(const BoxLevelSetup& s) {
  return FieldShape::of<T>(s.partition.nx, s.partition.ny, s.box.z.cells()).size() *
         Int64(sizeof(T));
}

template <class P> double BoxLevel<P>::residual_norm_squared() {
  return BoxOperator<P>::residual_norm_squared(grid_, this->u_, this->f_);
}

/// Fuses the step and the norm on hosts. Steps that begin with the columns that neighbours wait for are not fused.
template <class P> std::optional<double> BoxLevel<P>::smooth_norm(double rho) {
  if (P::walk == Walk::march || has_parts()) return {};
  this->readable_rows(Guess::current);
  return BoxSmoother<P>::smooth_norm(grid_, rho, this->u_, this->f_, this->next_);
}

template <class P> void BoxLevel<P>::smooth(double rho, Guess guess, SmoothingStep) {
  if (this->options_.relaxation == Relaxation::red_black) return smooth_colours(rho, guess);
  const int rows = this->readable_rows(guess);
  in_parts(
      [&](const Grid& some, const auto& part) {
        const Vector f = part(this->f_), next = part(this->next_);
        if (guess == Guess::zero) BoxSmoother<P>::smooth_from_zero(some, rho, f, next);
        else BoxSmoother<P>::smooth(some, rho, part(this->u_), f, next);
      },
      [&] { this->start_exchange(this->next_); });
  this->replace_by_next(rows - 1);
}

/// Returns the steps that go into one pass over memory: two steps of Jacobi, or both colours of a red-black step. There are
/// none unless ranks have whole rows and the pass is faster. All ranks of a level fuse, or none.
template <class P>
typename BoxLevel<P>::FusedSteps BoxLevel<P>::fused(std::span<const double> rho) const {
  if (!this->partition().has_whole_rows() || rho.empty() ||
      !gains_by_two_steps<P>(grid_, this->options_.relaxation))
    return {{}, 0};
  if (this->options_.relaxation == Relaxation::red_black) return {{rho[0], rho[0], true}, 1};
  if (rho.size() < 2) return {{}, 0};
  return {{rho[0], rho[1]}, 2};
}

template <class P>
std::size_t BoxLevel<P>::smooth_some(std::span<const double> rho, Guess guess, SmoothingStep last) {
  const auto [two, count] = fused(rho);
  if (count == 0) return FieldLevel<P>::smooth_some(rho, guess, last);
  this->readable_rows(guess);
  smooth_twice(two, guess == Guess::zero ? nullptr : &this->u_);
  return count;
}

/// Does both steps. Ranks exchange the first step's result in the rows beside neighbours. If these rows come last, the other
/// rows are computed during the exchange.
template <class P> void BoxLevel<P>::smooth_twice(const TwoSteps& two, const Vector* u) {
  using Two = BoxTwoSteps<P>;
  Two::first_step_for_neighbours(grid_, two, u, this->f_, this->next_);
  if (parts_.empty()) {
    if (!this->partition().is_whole()) isobar::exchange(this->communicator_, this->next_);
    Two::smooth(grid_, two, u, this->f_, this->next_);
  } else {
    this->communicator_.start(this->next_, Halo::edges);
    parts_.inner_first(
        [&](const Grid& rows, int, int first) {
          Two::smooth_rows(grid_, two, u, this->f_, this->next_, first, rows.ny());
        },
        [&] { this->communicator_.finish(this->next_); });
  }
  this->replace_by_next(this->overlap());
}

template <class P> void BoxLevel<P>::smooth_colours(double rho, Guess guess) {
  if (guess == Guess::zero) Blas<T>::set_zero(this->u_);
  for (const Colour colour : {Colour::red, Colour::black}) {
    const int rows = this->readable_rows(std::exchange(guess, Guess::current));
    BoxSmoother<P>::smooth_colour(grid_, rho, colour, this->u_, this->f_);
    this->set_valid(rows - 1);
  }
}

ISOBAR_INSTANTIATE_FOR_BOX(class BoxLevel)

} // namespace isobar
