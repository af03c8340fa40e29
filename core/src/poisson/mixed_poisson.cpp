#include <isobar/core/box/kernels/box_refinement.hpp>
#include <isobar/core/field/blas.hpp>
#include <isobar/core/poisson/mixed_poisson.hpp>

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
                           const CycleOptions& options, std::vector<int> cycles,
                           Communicators<double>& outer)
    : MixedRefinement(std::move(cycles), outer.on(0), levels.finest->communicator(),
                      field<double>(setup, "isobar u"), field<double>(setup, "isobar next"),
                      field<float>(setup, "isobar r"), setup.box.cells()),
      grid_(setup.box, setup.partition, {false, false, false}), box_(setup, outer_),
      multigrid_(std::move(levels), options) {
  require_fit(outer_, setup.partition, u_.shape());
}

Int64 MixedPoisson::bytes(const PoissonSetup& s, const PoissonOptions& options) {
  const int nx = s.partition.nx, ny = s.partition.ny, nz = s.box.z.cells();
  return 2 * FieldShape::of<double>(nx, ny, nz).size() * Int64(sizeof(double)) +
         FieldShape::of<float>(nx, ny, nz).size() * Int64(sizeof(float)) +
         2 * BoxGrid<double>::bytes(nx, ny, nz) + PoissonLevels<Float>::bytes(s, options);
}

SolveReport MixedPoisson::solve(const Vector& f, const SolveControls& controls, Guess from) {
  box_.make_solvable(f);
  SolveReport report = refine(f, controls, from);
  if (!has_u_) Blas<double>::set_zero(u_); // no correction was made
  exchange(outer_, u_);
  box_.make_unique(u_);
  return report;
}

MixedPoisson::StartNorms MixedPoisson::start(const Vector& f, Guess from) {
  const double norm = norm_over_ranks(outer_, Blas<double>::dot(f, f));
  r_.factor = scale(norm);
  if (from == Guess::zero) {
    Kernels::to_float(grid_, f, r_.factor, r_.field);
    return {norm};
  }
  exchange(outer_, u_);
  return {norm, norm_over_ranks(outer_, Kernels::residual(grid_, u_, f, r_.factor, r_.field))};
}

double MixedPoisson::correct(const Vector& f, ScaledFloat& e) {
  if (!std::exchange(has_u_, true))
    return Kernels::correct_zero(grid_, e.field, e.factor, f, u_, r_.factor, r_.field);
  const double square =
      Kernels::correct(grid_, u_, e.field, e.factor, f, next_, r_.factor, r_.field);
  std::swap(u_, next_);
  return square;
}

} // namespace isobar
