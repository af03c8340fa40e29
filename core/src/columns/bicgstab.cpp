#include <isobar/core/columns/bicgstab.hpp>

#include "base/precision_list.hpp"

#include <isobar/core/field/blas.hpp>

#include <array>
#include <cmath>

namespace isobar {

template <class P>
Bicgstab<P>::Bicgstab(const Grid& grid, Communicator<T>& communicator,
                      Preconditioner<P> precondition, LinearOperator<P> apply)
    : KrylovSolver<P>(grid, communicator, std::move(precondition), std::move(apply)),
      shadow_(this->make_vector("isobar shadow")), p_(this->make_vector("isobar p")),
      q_(this->make_vector("isobar q")), t_(this->make_vector("isobar t")) {}

template <class P> SolveReport Bicgstab<P>::solve(const Vector& f, const SolveControls& controls) {
  this->start_from_zero(f);
  start();
  return solve_loop(controls, norm_, [&](ConvergenceTest& test) {
    iterate(test);
    if (test.finished()) return; // a breakdown ended the solve
    const bool restart = test.needs_truth(norm_, stop_);
    if (restart) {
      this->take_true_residual(f);
      test.record_true(norm_, stop_);
      start();
    } else {
      test.record(norm_, stop_);
      if (!test.finished() && broken_) test.breakdown();
    }
  });
}

/// Starts from the present r, with r~ = r.
template <class P> void Bicgstab<P>::start() {
  Blas<T>::copy(r_, shadow_);
  for (const Vector& x : {p_, q_}) Blas<T>::set_zero(x);
  shadow_norm_ = norm_;
  rho_ = norm_ * norm_;
  beta_ = omega_ = 0.0;
}

/// Sets the next norm, rho and beta, and records whether they are usable.
template <class P> void Bicgstab<P>::iterate(ConvergenceTest& test) {
  BicgstabKernels<P>::direction(grid_, beta_, omega_, r_, p_, q_);
  const Vector& z = this->preconditioned(p_, norm_);
  const Sums q = image(z, shadow_, q_); // <r~, q>, <q, q>
  if (is_lost(q.first, shadow_norm_, std::sqrt(q.second))) return test.breakdown();
  const double alpha = rho_ / q.first;
  BicgstabKernels<P>::half_step(grid_, alpha, z, q_, u_, r_);

  const Vector& half_z = this->preconditioned(r_, norm_);
  const Sums t = image(half_z, r_, t_); // <t, r>, <t, t>
  omega_ = t.second == 0.0 ? 0.0 : t.first / t.second;
  const Sums next = step(half_z, test.stop_requested()); // ||r||^2, <r~, r>
  norm_ = std::sqrt(next.first);
  beta_ = next.second / rho_ * (alpha / omega_);
  rho_ = next.second;
  // Norm of r before the last step.
  const double half_norm = std::sqrt(next.first + omega_ * t.first);
  broken_ = is_lost(t.first, half_norm, std::sqrt(t.second)) || is_lost(rho_, shadow_norm_, norm_);
}

/// Computes v = A z. Returns ( <v, w>, <v, v> ) over all ranks.
template <class P> Sums Bicgstab<P>::image(const Vector& z, const Vector& w, const Vector& v) {
  const Sums mine = apply_.apply_sums(grid_, z, w, v);
  std::array<double, 2> sums{mine.first, mine.second};
  communicator_.sum(sums);
  return {sums[0], sums[1]};
}

/// Does the second half of an iteration. The all-reduce also carries the monitor's wish to stop.
template <class P> Sums Bicgstab<P>::step(const Vector& z, bool stop) {
  const Sums mine = BicgstabKernels<P>::step(grid_, omega_, z, t_, shadow_, u_, r_);
  std::array<double, 3> sums{mine.first, mine.second, double(stop)};
  communicator_.sum(sums);
  stop_ = sums[2] > 0.0;
  return {sums[0], sums[1]};
}

ISOBAR_INSTANTIATE(class Bicgstab)

} // namespace isobar
