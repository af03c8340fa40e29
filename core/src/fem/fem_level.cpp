#include "matrix/ell_storage.hpp"

#include <isobar/core/base/region.hpp>
#include <isobar/core/fem/fem_level.hpp>

#include <utility>

namespace isobar {
namespace {

template <class T> using FemVector = Kokkos::View<T*, MemorySpace>;

/// y = addend + factor D^-1 x; addend may be null.
template <class T>
void add_scaled(double factor, const FemVector<T>& inverse, const FemVector<T>& x, const T* addend,
                const FemVector<T>& y) {
  const T by = T(factor);
  Kokkos::parallel_for(
      "isobar/fem_scale", AllRows(0, Int64(y.extent(0))),
      KOKKOS_LAMBDA(Int64 n) { y(n) = (addend ? addend[n] : T(0)) + by * inverse(n) * x(n); });
}

template <class T> FemVector<T> make_vector(const char* label, const SparseMatrix<T>& a) {
  const Region region(setup_part::allocation);
  return FemVector<T>(std::string(label), std::size_t(a.rows()));
}

} // namespace

template <class T>
FemLevel<T>::FemLevel(FemMatrices<T> matrices, const MultigridOptions& options, Ranks& ranks,
                      FemLevel* coarser)
    : matrices_(std::move(matrices)), options_(options), ranks_(ranks), coarser_(coarser),
      u_(make_vector("isobar u", *matrices_.stiffness)),
      f_(make_vector("isobar f", *matrices_.stiffness)),
      other_(make_vector("isobar next", *matrices_.stiffness)) {
  if (coarser) return;
  const SparseMatrix<T>& a = *matrices_.stiffness;
  z_ = make_vector("isobar z", a);
  cg_.emplace(ranks, Directions::standard, u_, make_vector("isobar r", a),
              make_vector("isobar p", a), make_vector("isobar q", a));
}

template <class T> Int64 FemLevel<T>::bytes() const {
  Int64 bytes = (coarser_ ? 4 : 8) * stiffness().rows() * Int64(sizeof(T)); // inverse too
  for (const auto* matrix :
       {&matrices_.stiffness, &matrices_.restriction, &matrices_.prolongation, &matrices_.spai})
    if (*matrix) bytes += (*matrix)->bytes();
  return bytes;
}

template <class T> double FemLevel<T>::residual_norm_squared() {
  stiffness().residual(u_, f_, other_);
  return Blas<T>::dot(other_, other_);
}

template <class T> Guess FemLevel<T>::smooth_before(Guess guess) {
  smooth(options_.pre_relaxation, guess);
  return options_.pre_relaxation.empty() ? guess : Guess::current;
}

template <class T> void FemLevel<T>::restrict_residual(Guess guess) {
  if (guess == Guess::zero) return restrict_rhs();
  stiffness().residual(u_, f_, other_);
  matrices_.restriction->apply(1.0, other_, coarser_->f_);
}

template <class T> void FemLevel<T>::correct(Guess guess) {
  if (guess == Guess::zero) interpolate();
  else matrices_.prolongation->add(1.0, coarser_->u_, u_, u_);
  smooth(options_.post_relaxation, Guess::current);
}

template <class T> void FemLevel<T>::restrict_rhs() {
  matrices_.restriction->apply(1.0, f_, coarser_->f_);
}

template <class T> void FemLevel<T>::interpolate() {
  matrices_.prolongation->apply(1.0, coarser_->u_, u_);
}

template <class T> void FemLevel<T>::solve_coarsest(Guess /*guess*/) {
  const SolveControls controls{options_.coarse_tolerance, options_.coarse_steps.value_or(1000)};
  const auto precondition = [this](const Vector& r, double) -> const Vector& {
    add_scaled<T>(1.0, matrices_.inverse, r, nullptr, z_);
    return z_;
  };
  cg_->solve(f_, controls, precondition,
             [this](const Vector& p, const Vector& q) { stiffness().apply(1.0, p, q); });
}

/// Steps write another vector, and the two change places. They do so an even number of times in a call, so that what is
/// recorded finds u where it was: an odd step is done in place, in two launches.
template <class T> void FemLevel<T>::smooth(std::span<const double> factors, Guess guess) {
  std::size_t step = 0;
  const bool swaps = matrices_.spai == nullptr;
  if (guess == Guess::zero && !factors.empty()) {
    if (swaps && factors.size() % 2 == 0) std::swap(u_, other_);
    start_from_zero(factors[step++]);
  } else if (swaps && factors.size() % 2 == 1) {
    step_in_place(factors[step++]);
  }
  for (; step < factors.size(); ++step) {
    if (!swaps) {
      step_in_place(factors[step]);
      continue;
    }
    stiffness().jacobi(factors[step], matrices_.inverse, f_, u_, other_);
    std::swap(u_, other_);
  }
}

template <class T> void FemLevel<T>::start_from_zero(double factor) {
  if (matrices_.spai) matrices_.spai->apply(factor, f_, u_);
  else add_scaled<T>(factor, matrices_.inverse, f_, nullptr, u_);
}

template <class T> void FemLevel<T>::step_in_place(double factor) {
  stiffness().residual(u_, f_, other_);
  if (matrices_.spai) matrices_.spai->add(factor, other_, u_, u_);
  else add_scaled<T>(factor, matrices_.inverse, other_, u_.data(), u_);
}

template class FemLevel<double>;
template class FemLevel<float>;

} // namespace isobar
