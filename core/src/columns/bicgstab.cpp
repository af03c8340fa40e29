#include <isobar/core/columns/bicgstab.hpp>

#include "base/precision_list.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/field/blas.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace isobar {
namespace {

/// Whether <x, y> of vectors with these norms is 0 up to rounding. Not where a number is not
/// finite: the residual norm says that.
bool is_lost(double product, double x_norm, double y_norm) {
  const double least = std::numeric_limits<double>::epsilon() * x_norm * y_norm;
  return std::isfinite(product) && std::isfinite(least) && std::abs(product) <= least;
}

} // namespace

template <class P>
Bicgstab<P>::Bicgstab(const Grid& grid, Communicator<T>& communicator,
                      Preconditioner<P> precondition, LinearOperator<P> apply)
    : grid_(grid), communicator_(communicator), precondition_(std::move(precondition)),
      apply_(std::move(apply)), u_("isobar u", grid.nx(), grid.ny(), grid.nz()),
      r_("isobar r", grid.nx(), grid.ny(), grid.nz()),
      shadow_("isobar shadow", grid.nx(), grid.ny(), grid.nz()),
      p_("isobar p", grid.nx(), grid.ny(), grid.nz()),
      q_("isobar q", grid.nx(), grid.ny(), grid.nz()),
      t_("isobar t", grid.nx(), grid.ny(), grid.nz()) {
  require_fit(communicator, grid.partition(), u_.shape());
  if (apply_.empty())
    apply_ = LinearOperator<P>(
        [this](const Vector& u, const Vector& v) { Operator<P>::apply(grid_, u, v); },
        halo_of(grid.matrix().flux()));
}

template <class P> void Bicgstab<P>::update(const GridSpec& spec) {
  grid_.update(spec);
  precondition_.update(spec);
  apply_.update(spec);
}

template <class P> SolveReport Bicgstab<P>::solve(const Vector& f, const SolveControls& controls) {
  Blas<T>::set_zero(u_);
  Blas<T>::copy(f, r_);
  norm_ = norm_over_ranks(communicator_, Blas<T>::dot(r_, r_));
  start();
  return solve_loop(controls, norm_, [&](ConvergenceTest& test) {
    iterate(test);
    if (test.finished()) return; // by a breakdown
    const bool restart = test.needs_truth(norm_, stop_);
    if (restart) {
      take_true_residual(f);
      test.record_true(norm_, stop_);
      start();
    } else {
      test.record(norm_, stop_);
      if (!test.finished() && broken_) test.breakdown();
    }
  });
}

/// From r, with r~ = r.
template <class P> void Bicgstab<P>::start() {
  Blas<T>::copy(r_, shadow_);
  for (const Vector& x : {p_, q_}) Blas<T>::set_zero(x);
  shadow_norm_ = norm_;
  rho_ = norm_ * norm_;
  beta_ = omega_ = 0.0;
}

/// Leaves the next norm, rho and beta, and whether they are of any use.
template <class P> void Bicgstab<P>::iterate(ConvergenceTest& test) {
  BicgstabKernels<P>::direction(grid_, beta_, omega_, r_, p_, q_);
  const Vector& z = preconditioned(p_);
  const Sums q = image(z, shadow_, q_); // <r~, q>, <q, q>
  if (is_lost(q.first, shadow_norm_, std::sqrt(q.second))) return test.breakdown();
  const double alpha = rho_ / q.first;
  BicgstabKernels<P>::half_step(grid_, alpha, z, q_, u_, r_);

  const Vector& half_z = preconditioned(r_);
  const Sums t = image(half_z, r_, t_); // <t, r>, <t, t>
  omega_ = t.second == 0.0 ? 0.0 : t.first / t.second;
  const Sums next = step(half_z, test.stop_requested()); // ||r||^2, <r~, r>
  norm_ = std::sqrt(next.first);
  beta_ = next.second / rho_ * (alpha / omega_);
  rho_ = next.second;
  const double half_norm = std::sqrt(next.first + omega_ * t.first); // of r before the last step
  broken_ = is_lost(t.first, half_norm, std::sqrt(t.second)) || is_lost(rho_, shadow_norm_, norm_);
}

template <class P>
const typename Bicgstab<P>::Vector& Bicgstab<P>::preconditioned(const Vector& x) {
  const Vector& z = precondition_(x, norm_);
  exchange(communicator_, z, apply_.halo());
  return z;
}

/// v = A z; ( <v, w>, <v, v> ) over all ranks.
template <class P> Sums Bicgstab<P>::image(const Vector& z, const Vector& w, const Vector& v) {
  const Sums mine = apply_.apply_sums(grid_, z, w, v);
  std::array<double, 2> sums{mine.first, mine.second};
  communicator_.sum(sums);
  return {sums[0], sums[1]};
}

/// The second half of an iteration; the sums over all ranks carry the monitor's wish to stop.
template <class P> Sums Bicgstab<P>::step(const Vector& z, bool stop) {
  const Sums mine = BicgstabKernels<P>::step(grid_, omega_, z, t_, shadow_, u_, r_);
  std::array<double, 3> sums{mine.first, mine.second, double(stop)};
  communicator_.sum(sums);
  stop_ = sums[2] > 0.0;
  return {sums[0], sums[1]};
}

/// r = f - A u and its norm.
template <class P> void Bicgstab<P>::take_true_residual(const Vector& f) {
  exchange(communicator_, u_, apply_.halo());
  norm_ = norm_over_ranks(communicator_, apply_.residual(grid_, u_, f, r_));
}

ISOBAR_INSTANTIATE(class Bicgstab)

} // namespace isobar
