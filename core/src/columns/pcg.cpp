#include <isobar/core/columns/pcg.hpp>

#include "base/precision_list.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/field/blas.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace isobar {
namespace {

template <class P> FieldOf<P> vector_on(const GridOf<P>& grid, const char* label) {
  return FieldOf<P>(label, grid.nx(), grid.ny(), grid.nz());
}

} // namespace

template <class P>
const typename ColumnPreconditioner<P>::Vector&
ColumnPreconditioner<P>::operator()(const Vector& r, double /*norm*/) const {
  Smoother<P>::solve_columns(grid_, r, z_);
  return z_;
}

template <class P>
StandardPcg<P>::StandardPcg(const Grid& grid, Communicator<T>& communicator,
                            Preconditioner<P> precondition, Directions directions,
                            LinearOperator<P> apply)
    : grid_(grid), communicator_(communicator), precondition_(std::move(precondition)),
      apply_(std::move(apply)),
      cg_(communicator, directions, vector_on<P>(grid, "isobar u"), vector_on<P>(grid, "isobar r"),
          vector_on<P>(grid, "isobar p"), vector_on<P>(grid, "isobar q")) {
  require_fit(communicator, grid.partition(), cg_.solution().shape());
  if (apply_.empty())
    apply_ = LinearOperator<P>(
        [this](const Vector& u, const Vector& v) { Operator<P>::apply(grid_, u, v); },
        halo_of(grid.matrix().flux()));
}

template <class P> void StandardPcg<P>::update(const GridSpec& spec) {
  grid_.update(spec);
  precondition_.update(spec);
  apply_.update(spec);
}

template <class P>
SolveReport StandardPcg<P>::solve(const Vector& f, const SolveControls& controls) {
  return cg_.solve(
      f, controls,
      [this](const Vector& r, double norm) -> const Vector& { return precondition_(r, norm); },
      [this](const Vector& p, const Vector& q) {
        exchange(communicator_, p, apply_.halo());
        apply_.apply(p, q);
      });
}

template <class P>
FusedPcg<P>::FusedPcg(const Grid& grid, Communicator<T>& communicator, int batch)
    : grid_(grid), communicator_(communicator),
      batch_(communicator.alone() || communicator.sums_on_device() ? batch : 1),
      recorded_(!communicator.alone() && communicator.sums_on_device() && communicator.enqueued()),
      u_("isobar u", grid.nx(), grid.ny(), grid.nz()),
      r_("isobar r", grid.nx(), grid.ny(), grid.nz()),
      z_("isobar z", grid.nx(), grid.ny(), grid.nz()),
      p_("isobar p", grid.nx(), grid.ny(), grid.nz()),
      q_("isobar q", grid.nx(), grid.ny(), grid.nz()) {
  require_fit(communicator, grid.partition(), u_.shape());
  if (!recorded_) return;
  scalars_.begin({0.0});
  scalars_.host().finished = true; // recording also runs the batch once, which then does nothing
  scalars_.to_device();
  graph_.record(recorded_batch());
}

template <class P> void FusedPcg<P>::update(const GridSpec& spec) {
  grid_.update(spec);
  graph_.outdate();
}

template <class P> SolveReport FusedPcg<P>::solve(const Vector& f, const SolveControls& controls) {
  SolveReport report = solve_loop(controls, start(f, controls.rule()),
                                  [&](ConvergenceTest& test) { iterate(f, test); });
  complete_solution();
  return report;
}

/// Does the update of u that lags behind, once only.
template <class P> void FusedPcg<P>::complete_solution() {
  Blas<T>::axpby(scalars_.host().alpha, p_, 1.0, u_);
  scalars_.host().alpha = 0.0;
}

/// Starts from u = 0 with r = f. Returns the norm of f.
template <class P> double FusedPcg<P>::start(const Vector& f, const StoppingRule& rule) {
  Blas<T>::set_zero(u_);
  Blas<T>::copy(f, r_);
  return begin(rule);
}

/// Starts from the present r with z = M^-1 r. Returns the norm of r.
template <class P> double FusedPcg<P>::begin(const StoppingRule& rule) {
  for (const Vector& x : {p_, q_}) Blas<T>::set_zero(x);
  scalars_.begin(rule);
  CgKernels<P>::tridiag(grid_, scalars_, q_, r_, z_, own(CgStep::first_norm));
  perform_over_ranks(CgStep::first_norm);
  return read_scalars().rhs_norm;
}

/// Does a batch of iterations and records its norms. If the device has ended and the test has not,
/// CG has broken down. One rank ends early on a wish to stop; several ranks have to agree.
template <class P> void FusedPcg<P>::iterate(const Vector& f, ConvergenceTest& test) {
  bool stop = test.stop_requested();
  const int batch = stop && communicator_.alone() ? 1 : std::min(batch_, test.left());
  if (recorded_ && batch == batch_) graph_.run(recorded_batch());
  else stop = iterations(batch, stop);
  const CgState& state = read_scalars();
  if (communicator_.sums_on_device()) stop = wish_of_any_rank(stop);
  for (int n = test.iterations(); n < state.iterations; ++n) {
    const double norm = state.norms[n % CgState::most];
    if (n + 1 == state.iterations && test.needs_truth(norm, stop)) record_true(f, test, stop);
    else test.record(norm, stop);
  }
  if (state.finished && !test.finished()) test.breakdown();
}

/// Records the norm of r = f - A u in place of the recurrence's norm. Unless the solve ends, CG
/// starts again from this r.
template <class P>
void FusedPcg<P>::record_true(const Vector& f, ConvergenceTest& test, bool stop) {
  complete_solution();
  exchange(communicator_, u_, halo_of(grid_.matrix().flux()));
  Operator<P>::residual(grid_, u_, f, r_);
  test.record_true(norm_over_ranks(communicator_, Blas<T>::dot(r_, r_)), stop);
  if (test.finished()) return;
  const CgState before = scalars_.host();
  begin(before.rule);
  CgState& state = scalars_.host();
  state.rhs_norm = before.rhs_norm;
  state.iterations = before.iterations;
  scalars_.to_device();
}

/// Does `count` iterations. Returns whether any rank wishes to stop, as far as the host knows.
template <class P> bool FusedPcg<P>::iterations(int count, bool stop) {
  for (int n = 0; n < count; ++n) {
    exchange(communicator_, z_, halo_of(grid_.matrix().flux()));
    CgKernels<P>::spmv(grid_, scalars_, z_, u_, p_, q_, own(CgStep::step_length));
    perform_over_ranks(CgStep::step_length);
    CgKernels<P>::tridiag(grid_, scalars_, q_, r_, z_, own(CgStep::next_direction));
    stop = perform_over_ranks(CgStep::next_direction, stop);
  }
  return stop;
}

/// Returns the step that a kernel takes itself: with one rank, the kernel's sums are complete.
template <class P> CgStep FusedPcg<P>::own(CgStep step) const {
  return communicator_.alone() ? step : CgStep::none;
}

/// Takes the step with the sums of several ranks. Sums that come to the host also carry the wish to
/// stop. Returns whether any rank wishes to stop, or `stop` if no sums come to the host.
template <class P> bool FusedPcg<P>::perform_over_ranks(CgStep step, bool stop) {
  if (communicator_.alone()) return stop;
  if (communicator_.sums_on_device()) {
    communicator_.sum_on_device(scalars_.device(), step);
    return stop;
  }
  CgState& state = scalars_.to_host();
  std::array<double, 3> values{state.sums.first, state.sums.second, double(stop)};
  communicator_.sum(values);
  state.sums = {values[0], values[1]};
  state.perform(step);
  scalars_.to_device();
  return values[2] > 0.0;
}

template <class P> bool FusedPcg<P>::wish_of_any_rank(bool stop) const {
  double wishes = stop;
  communicator_.sum({&wishes, 1});
  return wishes > 0.0;
}

/// Updates the host's copy of the scalars, unless sums come to the host anyway.
template <class P> const CgState& FusedPcg<P>::read_scalars() const {
  const bool on_device = communicator_.alone() || communicator_.sums_on_device();
  return on_device ? scalars_.to_host() : scalars_.host();
}

ISOBAR_INSTANTIATE(class ColumnPreconditioner)
ISOBAR_INSTANTIATE(class StandardPcg)
ISOBAR_INSTANTIATE(class FusedPcg)

} // namespace isobar
