#include <isobar/core/columns/refinement.hpp>

#include <isobar/core/field/blas.hpp>

#include <utility>

namespace isobar {
namespace {

Int64 unknowns(const GridSetup& s) {
  return Int64(s.partition.global_nx) * s.partition.global_ny * s.spec.nz;
}

} // namespace

template <class P>
Refinement<P>::Refinement(const GridSetup& setup, const MultigridOptions& options,
                          std::vector<int> cycles, Communicators<double>& outer,
                          Communicators<float>& inner)
    : MixedRefinement(std::move(cycles), outer.on(0), inner.on(0),
                      make_field<Double>(setup, "isobar u"),
                      make_field<Double>(setup, "isobar next"), make_field<P>(setup, "isobar r"),
                      unknowns(setup), halo_of(setup.spec.flux)),
      grid_(make_grid<Double>(setup, ColumnSolves::none)),
      multigrid_(setup, options, inner), first_{make_field<P>(setup, "isobar first e")} {
  require_fit(outer_, setup.partition, u_.shape());
}

template <class P>
SolveReport Refinement<P>::solve(const Vector& f, const SolveControls& controls) {
  SolveReport report = refine(f, controls, Guess::zero);
  if (corrections_ == 0) Blas<double>::set_zero(u_);
  if (corrections_ == 1) RefinementKernels<>::to_double(grid_, first_, u_);
  return report;
}

/// Computes r_ = f with a suitable factor. The norm of f is unknown at first, so the factor is 1.
/// If float's range of exponents turns out too small for f, r_ is computed again with a factor from
/// the norm.
template <class P> typename Refinement<P>::StartNorms Refinement<P>::start(const Vector& f, Guess) {
  double norm = 0.0, factor = 1.0;
  for (const bool again : {false, true}) {
    r_.factor = factor;
    norm = norm_over_ranks(outer_, RefinementKernels<>::to_float(grid_, f, r_));
    factor = scale(norm);
    if (again || (factor > 1e-16 && factor < 1e16)) break;
  }
  return {norm};
}

template <class P> double Refinement<P>::correct(const Vector& f, ScaledFloat& e) {
  if (corrections_ == 0) {
    std::swap(first_.field, e.field);
    first_.factor = e.factor;
    multigrid_.swap_solution(e.field);
    return RefinementKernels<>::residual(grid_, first_, f, r_);
  }
  if (!std::exchange(has_u_, true))
    return RefinementKernels<>::correct(grid_, first_, e, f, u_, r_);
  const double square = RefinementKernels<>::correct(grid_, u_, e, f, next_, r_);
  std::swap(u_, next_);
  return square;
}

template <class P>
FloatPreconditioner<P>::FloatPreconditioner(const GridSetup& setup, const MultigridOptions& options,
                                            Communicators<float>& inner)
    : inner_(inner.on(0)), grid_(make_grid<Double>(setup, ColumnSolves::none)),
      multigrid_(setup, options, inner), r_(make_field<P>(setup, "isobar r")),
      z_(make_field<Double>(setup, "isobar z")), unknowns_(unknowns(setup)) {}

template <class P>
const Field<double>& FloatPreconditioner<P>::operator()(const Vector& r, double norm) {
  inner_.check(); // throws if an exchange in the last call failed
  const double factor = binary_scale(norm, unknowns_);
  RefinementKernels<>::to_float(grid_, r, {r_, factor});
  RefinementKernels<>::to_double(grid_, {multigrid_(r_), factor}, z_);
  return z_;
}

template class Refinement<Float>;
template class Refinement<FloatStorage>;
template class FloatPreconditioner<Float>;
template class FloatPreconditioner<FloatStorage>;

} // namespace isobar
