#include <isobar/core/columns/cr.hpp>

#include "base/precision_list.hpp"

#include <isobar/core/field/blas.hpp>

#include <array>
#include <cmath>

namespace isobar {
namespace {

/// z follows a recurrence. It is computed anew from r once r has fallen by this factor. Otherwise,
/// with a cycle in float, r does not fall below 3e-5 (64 x 64 x 32 cells, box).
constexpr double least_share = 1e-4;

} // namespace

template <class P>
Cr<P>::Cr(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition,
          LinearOperator<P> apply)
    : KrylovSolver<P>(grid, communicator, std::move(precondition), std::move(apply)),
      z_(this->make_vector("isobar z")), s_(this->make_vector("isobar s")),
      p_(this->make_vector("isobar p")), q_(this->make_vector("isobar q")) {}

template <class P> SolveReport Cr<P>::solve(const Vector& f, const SolveControls& controls) {
  this->start_from_zero(f);
  share_ = Blas<T>::dot(r_, r_);
  if (norm_ > 0.0) start();
  return solve_loop(controls, norm_, [&](ConvergenceTest& test) {
    iterate(test);
    if (test.finished()) return; // a breakdown ended the solve
    if (lost_ || test.needs_truth(norm_, stop_)) {
      share_ = this->take_true_residual(f);
      test.record_true(norm_, stop_);
      if (!test.finished()) start();
    } else test.record(norm_, stop_);
  });
}

/// Starts from the present r, with p = z and q = s.
template <class P> void Cr<P>::start() {
  start_norm_ = norm_;
  Blas<T>::copy(this->preconditioned(r_, norm_), z_);
  multiply(stop_);
  Blas<T>::copy(z_, p_);
  Blas<T>::copy(s_, q_);
  fresh_ = true;
}

template <class P> void Cr<P>::iterate(ConvergenceTest& test) {
  const Vector& w = this->precondition_(q_, norm_);
  std::array<double, 1> sigma{Blas<T>::dot(q_, w)}; // <q, w>
  communicator_.sum(sigma);
  lost_ = rho_ == 0.0 || (!(sigma[0] > 0.0) && std::isfinite(sigma[0]));
  if (lost_ && fresh_) test.breakdown();
  if (lost_) return;
  fresh_ = false;
  const double alpha = rho_ / sigma[0], before = rho_;
  share_ = BicgstabKernels<P>::step(grid_, alpha, p_, q_, q_, u_, r_).first;
  move_residual(alpha, w);
  multiply(test.stop_requested());
  const double beta = rho_ / before;
  Blas<T>::axpby(1.0, z_, beta, p_);
  Blas<T>::axpby(1.0, s_, beta, q_);
}

/// Computes z -= alpha w, or z = M^-1 r where z has drifted. Sets the halo of z too.
template <class P> void Cr<P>::move_residual(double alpha, const Vector& w) {
  if (norm_ < least_share * start_norm_) {
    start_norm_ = norm_;
    Blas<T>::copy(this->preconditioned(r_, norm_), z_);
  } else {
    Blas<T>::axpby(-alpha, w, 1.0, z_);
    exchange(communicator_, z_, apply_.halo());
  }
}

/// Computes s = A z and rho = <z, s>. Their all-reduce also carries the norm of r and the wish to
/// stop.
template <class P> void Cr<P>::multiply(bool stop) {
  std::array<double, 3> sums{apply_.apply_sums(grid_, z_, z_, s_).first, share_, double(stop)};
  communicator_.sum(sums);
  rho_ = sums[0];
  norm_ = std::sqrt(sums[1]);
  stop_ = sums[2] > 0.0;
}

ISOBAR_INSTANTIATE(class Cr)

} // namespace isobar
