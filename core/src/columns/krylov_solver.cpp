#include <isobar/core/columns/krylov_solver.hpp>

#include "base/precision_list.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/field/blas.hpp>

#include <cmath>
#include <limits>

namespace isobar {

bool is_lost(double product, double x_norm, double y_norm) {
  const double least = std::numeric_limits<double>::epsilon() * x_norm * y_norm;
  return std::isfinite(product) && std::isfinite(least) && std::abs(product) <= least;
}

template <class T> bool is_dependent(double left, double square) {
  const double least = 1000.0 * double(std::numeric_limits<T>::epsilon()) * square;
  return std::isfinite(left) && std::isfinite(least) && left <= least;
}
template bool is_dependent<double>(double, double);
template bool is_dependent<float>(double, double);

template <class P>
KrylovSolver<P>::KrylovSolver(const Grid& grid, Communicator<T>& communicator,
                              Preconditioner<P> precondition, LinearOperator<P> apply)
    : grid_(grid), communicator_(communicator), precondition_(std::move(precondition)),
      apply_(std::move(apply)), u_(make_vector("isobar u")), r_(make_vector("isobar r")) {
  require_fit(communicator, grid.partition(), u_.shape());
  if (apply_.empty())
    apply_ = LinearOperator<P>(
        [this](const Vector& u, const Vector& v) { Operator<P>::apply(grid_, u, v); },
        halo_of(grid.matrix().flux()));
}

template <class P>
std::vector<FieldOf<P>> KrylovSolver<P>::make_vectors(const char* label, int count) const {
  std::vector<Vector> vectors;
  for (int n = 0; n < count; ++n) vectors.push_back(make_vector(label));
  return vectors;
}

template <class P> void KrylovSolver<P>::update(const GridSpec& spec) {
  grid_.update(spec);
  precondition_.update(spec);
  apply_.update(spec);
}

template <class P> void KrylovSolver<P>::start_from_zero(const Vector& f) {
  Blas<T>::set_zero(u_);
  Blas<T>::copy(f, r_);
  norm_ = norm_over_ranks(communicator_, Blas<T>::dot(r_, r_));
}

template <class P> const FieldOf<P>& KrylovSolver<P>::preconditioned(const Vector& x, double norm) {
  const Vector& z = precondition_(x, norm);
  exchange(communicator_, z, apply_.halo());
  return z;
}

template <class P> double KrylovSolver<P>::take_true_residual(const Vector& f) {
  exchange(communicator_, u_, apply_.halo());
  const double square = apply_.residual(grid_, u_, f, r_);
  norm_ = norm_over_ranks(communicator_, square);
  return square;
}

ISOBAR_INSTANTIATE(class KrylovSolver)

} // namespace isobar
