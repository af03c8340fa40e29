#include "poisson/coarsest_cg.hpp"
#include "base/precision_list.hpp"

#include <isobar/core/box/kernels/box_operator.hpp>
#include <isobar/core/field/blas.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <algorithm>
#include <limits>

namespace isobar {
namespace {

/// More steps than any coarse level needs.
constexpr int most_steps = 10000;

template <class P> FieldOf<P> field(const FieldShape& s) {
  return FieldOf<P>("isobar coarsest level", s.nx, s.ny, s.nz);
}

template <class T> double product(Ranks& ranks, const FieldMemory<T>& x, const FieldMemory<T>& y) {
  double sum = Blas<T>::dot(x, y);
  ranks.sum({&sum, 1});
  return sum;
}

} // namespace

template <class P>
CoarsestCg<P>::CoarsestCg(const FieldShape& s)
    : r_(field<P>(s)), p_(field<P>(s)), q_(field<P>(s)) {}

/// Computes r = f - A u and p = r. Returns the square of the norm of r.
template <class P>
double CoarsestCg<P>::begin(const Grid& grid, Communicator<T>& ranks, const Vector& f,
                            const Vector& u, Guess guess) const {
  if (guess == Guess::zero) {
    Blas<T>::set_zero(u);
    Blas<T>::copy(f, r_);
  } else BoxOperator<P>::residual(grid, u, f, r_);
  if (grid.spec().is_singular()) {
    double sum = BoxMeans<P>::sum(grid, r_).first;
    ranks.sum({&sum, 1});
    BoxMeans<P>::subtract_integrated(grid, sum / grid.spec().volume(), r_);
  }
  Blas<T>::copy(r_, p_);
  return product<T>(ranks, r_, r_);
}

template <class P>
void CoarsestCg<P>::solve(const Grid& grid, Communicator<T>& ranks, const Vector& f,
                          const Vector& u, Guess guess, double tolerance) const {
  constexpr double rounding = double(std::numeric_limits<T>::epsilon());
  const double share = std::max(tolerance, rounding);
  const double least = share * share * product<T>(ranks, f, f);
  double square = begin(grid, ranks, f, u, guess);
  for (int n = 0; n < most_steps && square > least; ++n) {
    isobar::exchange(ranks, p_);
    BoxOperator<P>::apply(grid, p_, q_);
    const double curvature = product<T>(ranks, q_, p_);
    if (!(curvature > 0.0)) return; // rounding ends the solve
    const double alpha = square / curvature;
    Blas<T>::axpby(alpha, p_, 1.0, u);
    Blas<T>::axpby(-alpha, q_, 1.0, r_);
    const double next = product<T>(ranks, r_, r_);
    Blas<T>::axpby(1.0, r_, next / square, p_);
    square = next;
  }
}

ISOBAR_INSTANTIATE_FOR_BOX(class CoarsestCg)

} // namespace isobar
