#include <isobar/core/columns/gmres.hpp>

#include "base/precision_list.hpp"

#include <isobar/core/columns/kernels/basis_kernels.hpp>
#include <isobar/core/field/blas.hpp>

#include <cmath>
#include <limits>
#include <span>

namespace isobar {

template <class P>
Gmres<P>::Gmres(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition,
                int restart, LinearOperator<P> apply)
    : KrylovSolver<P>(grid, communicator, std::move(precondition), std::move(apply)),
      v_(this->make_vectors("isobar v", restart + 1)), columns_(restart),
      sums_(std::size_t(restart) + 3) {}

template <class P> SolveReport Gmres<P>::solve(const Vector& f, const SolveControls& controls) {
  const double least_share = 100.0 * std::sqrt(double(std::numeric_limits<T>::epsilon()));
  this->start_from_zero(f);
  start();
  SolveReport report = solve_loop(controls, norm_, [&](ConvergenceTest& test) {
    iterate(test.stop_requested());
    const bool ends = happy_ || test.needs_truth(norm_, stop_);
    if (!ends && !columns_.full() && norm_ > least_share * start_norm_)
      return test.record(norm_, stop_);
    const bool singular = happy_ && columns_.is_singular();
    if (singular) columns_.leave_last_out();
    complete_solution();
    this->take_true_residual(f);
    if (ends) test.record_true(norm_, stop_);
    else test.record(norm_, stop_);
    if (singular && !test.finished()) test.breakdown();
    if (norm_ > ConvergenceTest::progress * start_norm_ && !test.finished()) test.stagnated();
    start();
  });
  complete_solution();
  return report;
}

/// Starts a basis from the present r.
template <class P> void Gmres<P>::start() {
  start_norm_ = norm_;
  columns_.start(norm_);
  if (norm_ > 0.0) Blas<T>::axpby(1.0 / norm_, r_, 0.0, v_[0]);
}

/// Sets the next norm, and whether the basis is complete.
template <class P> void Gmres<P>::iterate(bool stop) {
  const auto count = std::size_t(columns_.columns()) + 1;
  const double square = product(stop); // <w, w>
  const std::span<const double> h(sums_.data(), count);
  double left = square;
  for (const double product : h) left -= product * product;
  happy_ = is_dependent<T>(left, square);
  const double below = happy_ ? 0.0 : std::sqrt(left);
  if (!happy_)
    BasisKernels<P>::combine(grid_, 1.0 / below, v_[count], h, std::span(v_).first(count),
                             v_[count]);
  columns_.add(h, below);
  norm_ = columns_.norm();
}

/// Computes w = A M^-1 v of the last v, in the place of the next one. One all-reduce gives the
/// products of w with all v in sums_, and the wish to stop. Returns <w, w>.
template <class P> double Gmres<P>::product(bool stop) {
  const auto last = std::size_t(columns_.columns());
  const Vector& z = this->preconditioned(v_[last], 1.0);
  const Sums mine = apply_.apply_sums(grid_, z, v_[last], v_[last + 1]);
  sums_.resize(last);
  BasisKernels<P>::products(grid_, v_[last + 1], std::span(v_).first(last), sums_);
  sums_.insert(sums_.end(), {mine.first, mine.second, double(stop)});
  communicator_.sum(sums_);
  stop_ = sums_[last + 2] > 0.0;
  return sums_[last + 1];
}

/// Computes u += M^-1 (sum of y_i v_i), and overwrites r. It does nothing without columns.
template <class P> void Gmres<P>::complete_solution() {
  const auto count = std::size_t(columns_.columns());
  if (count == 0) return;
  const std::span<const double> y = columns_.solve();
  double square = 0.0; // square of the sum's norm: the v_i are orthonormal
  for (const double factor : y) square += factor * factor;
  Blas<T>::set_zero(r_);
  BasisKernels<P>::combine(grid_, -1.0, r_, y, std::span(v_).first(count), r_);
  Blas<T>::axpby(1.0, this->preconditioned(r_, std::sqrt(square)), 1.0, u_);
  columns_.start(0.0);
}

ISOBAR_INSTANTIATE(class Gmres)

} // namespace isobar
