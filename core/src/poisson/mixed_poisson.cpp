#include <isobar/core/box/kernels/box_refinement.hpp>
#include <isobar/core/field/blas.hpp>
#include <isobar/core/multigrid/binary_scale.hpp>
#include <isobar/core/poisson/mixed_poisson.hpp>

#include <algorithm>
#include <utility>

namespace isobar {
namespace {

using Kernels = BoxRefinement<Double, Float>;

template <class T> Field<T> field(const PoissonSetup& s, const char* label) {
  const Region region(setup_part::allocation);
  return Field<T>(label, s.partition.nx, s.partition.ny, s.box.z.cells());
}

} // namespace

MixedPoisson::MixedPoisson(const PoissonSetup& setup, Hierarchy<Float> levels,
                           const MultigridOptions& options, std::vector<int> cycles,
                           Communicators<double>& outer)
    : cycles_(std::move(cycles)), outer_(outer.on(0)),
      grid_(setup.box, setup.partition, {false, false, false}), box_(setup, outer_),
      multigrid_(std::move(levels), options), u_(field<double>(setup, "isobar u")),
      next_(field<double>(setup, "isobar next")), r_(field<float>(setup, "isobar r")),
      unknowns_(setup.box.cells()) {
  require_fit(outer_, setup.partition, u_.shape());
}

Int64 MixedPoisson::bytes(const PoissonSetup& s, const MultigridOptions& options) {
  const int nx = s.partition.nx, ny = s.partition.ny, nz = s.box.z.cells();
  return 2 * FieldShape::of<double>(nx, ny, nz).size() * Int64(sizeof(double)) +
         FieldShape::of<float>(nx, ny, nz).size() * Int64(sizeof(float)) +
         2 * BoxGrid<double>::bytes(nx, ny, nz) + PoissonLevels<Float>::bytes(s, options);
}

SolveReport MixedPoisson::solve(const Vector& f, const SolveControls& controls, Guess from) {
  box_.make_solvable(f);
  const double rhs_norm = norm_over_ranks(outer_, Blas<double>::dot(f, f));
  ConvergenceTest test(controls, rhs_norm, Decrease::steady);
  if (!test.finished()) {
    const double norm = start(f, rhs_norm, from);
    if (from == Guess::current) test.record_start(norm);
  }
  for (std::size_t n = 0; !test.finished(); ++n)
    set_next_factor(
        test.record_over_ranks(outer_, correct(f, cycles_[std::min(n, cycles_.size() - 1)])));
  if (guess_ == Guess::zero) Blas<double>::set_zero(u_); // no correction was made
  exchange(outer_, u_);
  box_.make_unique(u_);
  return std::move(test).report();
}

/// r, the residual of the u that the solve starts from; returns its norm. `norm` is that of f.
double MixedPoisson::start(const Vector& f, double norm, Guess from) {
  guess_ = from;
  cycles_done_ = 0;
  set_next_factor(norm);
  factor_ = next_factor_;
  if (from == Guess::zero) {
    Kernels::to_float(grid_, f, factor_, r_);
    return norm;
  }
  exchange(outer_, u_);
  norm = norm_over_ranks(outer_, Kernels::residual(grid_, u_, f, factor_, r_));
  set_next_factor(norm);
  return norm;
}

/// Some cycles, then u and its residual; returns this rank's share of its norm, squared. Neighbours' u travel beside the cycles,
/// which do not touch it.
double MixedPoisson::correct(const Vector& f, int count) {
  const bool has_u = std::exchange(guess_, Guess::current) == Guess::current;
  if (has_u) outer_.start(u_, Halo::edges);
  const Field<float>& e = multigrid_.cycles(r_, count, cycles_done_);
  cycles_done_ += count;
  const double factor = std::exchange(factor_, next_factor_);
  if (!has_u) return Kernels::correct_zero(grid_, e, factor, f, u_, next_factor_, r_);
  outer_.finish(u_);
  const double square = Kernels::correct(grid_, u_, e, factor, f, next_, next_factor_, r_);
  std::swap(u_, next_);
  return square;
}

void MixedPoisson::set_next_factor(double norm) { next_factor_ = binary_scale(norm, unknowns_); }

} // namespace isobar
