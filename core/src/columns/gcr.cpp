#include <isobar/core/columns/gcr.hpp>

#include "base/precision_list.hpp"

#include <isobar/core/columns/kernels/basis_kernels.hpp>
#include <isobar/core/field/blas.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace isobar {

template <class P>
Gcr<P>::Gcr(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition,
            int restart, LinearOperator<P> apply)
    : KrylovSolver<P>(grid, communicator, std::move(precondition), std::move(apply)),
      z_(this->make_vectors("isobar z", restart)), q_(this->make_vectors("isobar q", restart)),
      sums_(std::size_t(restart) + 3) {}

template <class P> SolveReport Gcr<P>::solve(const Vector& f, const SolveControls& controls) {
  this->start_from_zero(f);
  share_ = Blas<T>::dot(r_, r_);
  count_ = 0;
  return solve_loop(controls, norm_, [&](ConvergenceTest& test) {
    iterate(test);
    if (test.finished()) return; // a breakdown ended the solve
    if (!test.needs_truth(norm_, stop_)) return test.record(norm_, stop_);
    share_ = this->take_true_residual(f);
    count_ = 0;
    test.record_true(norm_, stop_);
  });
}

template <class P> void Gcr<P>::iterate(ConvergenceTest& test) {
  const Vector& z = this->preconditioned(r_, norm_);
  const Sums q = product(z, test.stop_requested()); // <q, r>, <q, q>
  const std::span<const double> c(sums_.data(), count_);
  double left = q.second;
  for (const double product : c) left -= product * product;
  const bool dependent = is_dependent<T>(left, q.second);
  if (count_ == 0 && (dependent || is_lost(q.first, std::sqrt(square_), std::sqrt(left))))
    return test.breakdown();
  if (dependent) {
    count_ = 0;
    return;
  }
  const double s = std::sqrt(left), alpha = q.first / s;
  const Vector &z_k = z_[count_], &q_k = q_[count_];
  BasisKernels<P>::combine(grid_, 1.0 / s, q_k, c, std::span(q_).first(count_), q_k);
  BasisKernels<P>::combine(grid_, 1.0 / s, z, c, std::span(z_).first(count_), z_k);
  share_ = BicgstabKernels<P>::step(grid_, alpha, z_k, q_k, q_k, u_, r_).first;
  norm_ = std::sqrt(std::max(square_ - alpha * alpha, 0.0));
  count_ = (count_ + 1) % q_.size();
}

/// Computes q = A z. One all-reduce gives the products of q with the q_i in sums_, ||r||^2 and the
/// wish to stop. Returns ( <q, r>, <q, q> ).
template <class P> Sums Gcr<P>::product(const Vector& z, bool stop) {
  const std::size_t k = count_;
  const Sums mine = apply_.apply_sums(grid_, z, r_, q_[k]);
  sums_.resize(k);
  BasisKernels<P>::products(grid_, q_[k], std::span(q_).first(k), sums_);
  sums_.insert(sums_.end(), {mine.first, mine.second, share_, double(stop)});
  communicator_.sum(sums_);
  square_ = sums_[k + 2];
  stop_ = sums_[k + 3] > 0.0;
  return {sums_[k], sums_[k + 1]};
}

ISOBAR_INSTANTIATE(class Gcr)

} // namespace isobar
