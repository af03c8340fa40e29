#include <isobar/core/columns/refinement.hpp>

#include <isobar/core/field/blas.hpp>
#include <isobar/core/multigrid/binary_scale.hpp>

#include <algorithm>
#include <cmath>

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
    : cycles_(std::move(cycles)), outer_(outer.on(0)), inner_(inner.on(0)),
      grid_(make_grid<Double>(setup, ColumnSolves::none)), multigrid_(setup, options, inner),
      u_(make_field<Double>(setup, "isobar u")), next_(make_field<Double>(setup, "isobar next")),
      unknowns_(unknowns(setup)) {
  require_fit(outer_, setup.partition, u_.shape());
  first_.field = make_field<P>(setup, "isobar first e");
  r_.field = make_field<P>(setup, "isobar r");
}

template <class P>
SolveReport Refinement<P>::solve(const Vector& f, const SolveControls& controls) {
  SolveReport report = solve_loop(
      controls, start(f), [&](ConvergenceTest& test) { iterate(f, test); }, Decrease::steady);
  if (corrections_ == 0) Blas<double>::set_zero(u_);
  if (corrections_ == 1) RefinementKernels<>::to_double(grid_, first_, u_);
  return report;
}

/// r = f; returns its norm. The norm is not known before, so f goes in as it is, and again if it
/// turns out that float's exponents are too few for it.
template <class P> double Refinement<P>::start(const Vector& f) {
  corrections_ = 0;
  cycles_done_ = 0;
  double norm = 0.0;
  next_factor_ = 1.0;
  for (const bool again : {false, true}) {
    r_.factor = next_factor_;
    norm = norm_over_ranks(outer_, RefinementKernels<>::to_float(grid_, f, r_));
    next_factor_ = binary_scale(norm, unknowns_);
    if (again || (next_factor_ > 1e-16 && next_factor_ < 1e16)) break;
  }
  return norm;
}

template <class P> void Refinement<P>::iterate(const Vector& f, ConvergenceTest& test) {
  // Neighbours' u travel behind the cycles, which do not touch it.
  const bool u_is_double = corrections_ > 1;
  if (u_is_double) outer_.start(u_, Halo::edges);
  const int count = cycles_[std::min<std::size_t>(corrections_, cycles_.size() - 1)];
  ScaledFloat e{multigrid_.cycles(r_.field, count, cycles_done_), r_.factor};
  cycles_done_ += count;
  if (u_is_double) outer_.finish(u_);
  r_.factor = next_factor_;
  next_factor_ = binary_scale(test.record_over_ranks(outer_, correct(e, f)), unknowns_);
  inner_.check();
  ++corrections_;
}

/// u += e and r = f - A u; this rank's || r ||^2.
template <class P> double Refinement<P>::correct(ScaledFloat& e, const Vector& f) {
  if (corrections_ == 0) {
    std::swap(first_.field, e.field);
    first_.factor = e.factor;
    multigrid_.swap_solution(e.field);
    return RefinementKernels<>::residual(grid_, first_, f, r_);
  }
  if (corrections_ == 1) return RefinementKernels<>::correct(grid_, first_, e, f, u_, r_);
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
  inner_.check(); // of the last time
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
