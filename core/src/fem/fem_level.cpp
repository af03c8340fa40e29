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

} // namespace

template <class T>
FemLevel<T>::FemLevel(FemMatrices<T> matrices, const MultigridOptions& options, Ranks& ranks,
                      FemLevel* coarser, Ghosts<T>* ghosts)
    : matrices_(std::move(matrices)), options_(options), ranks_(ranks), coarser_(coarser),
      ghosts_(ghosts), u_(make_vector("isobar u")), f_(make_vector("isobar f")),
      other_(make_vector("isobar next")) {
  if (coarser) return;
  z_ = make_vector("isobar z");
  cg_.emplace(ranks, Directions::standard, u_, make_vector("isobar r"), make_vector("isobar p"),
              make_vector("isobar q"));
}

template <class T> typename FemLevel<T>::Vector FemLevel<T>::make_vector(const char* label) const {
  const Region region(setup_part::allocation);
  return vector_with_ghosts<T>(label, std::size_t(stiffness().rows()), ghost_room());
}

template <class T> Int64 FemLevel<T>::bytes() const {
  const Int64 vectors = coarser_ ? 3 : 7, rows = stiffness().rows();
  Int64 bytes = (vectors * (rows + Int64(ghost_room())) + rows) * Int64(sizeof(T)); // and inverse
  for (const auto* matrix :
       {&matrices_.stiffness, &matrices_.restriction, &matrices_.prolongation, &matrices_.spai})
    if (*matrix) bytes += (*matrix)->bytes();
  return bytes;
}

template <class T> void FemLevel<T>::apply(const Vector& p, const Vector& q) const {
  stiffness().apply(1.0, read(p), q);
}

template <class T> double FemLevel<T>::residual_norm_squared() {
  stiffness().residual(read(u_), f_, other_);
  return Blas<T>::dot(other_, other_);
}

template <class T> Guess FemLevel<T>::smooth_before(Guess guess) {
  smooth(options_.pre_relaxation, guess);
  return options_.pre_relaxation.empty() ? guess : Guess::current;
}

template <class T> void FemLevel<T>::restrict_residual(Guess guess) {
  if (guess == Guess::zero) return restrict_rhs();
  stiffness().residual(read(u_), f_, other_);
  matrices_.restriction->apply(1.0, read(other_), coarser_->f_);
}

template <class T> void FemLevel<T>::correct(Guess guess) {
  if (guess == Guess::zero) interpolate();
  else matrices_.prolongation->add(1.0, coarser_->read(coarser_->u_), u_, u_);
  smooth(options_.post_relaxation, Guess::current);
}

template <class T> const typename FemLevel<T>::Vector& FemLevel<T>::read_rhs() const {
  if (!ghosts_) return f_;
  Kokkos::deep_copy(ExecutionSpace(), other_, f_);
  return read(other_);
}

template <class T> void FemLevel<T>::restrict_rhs() {
  matrices_.restriction->apply(1.0, read_rhs(), coarser_->f_);
}

template <class T> void FemLevel<T>::interpolate() {
  matrices_.prolongation->apply(1.0, coarser_->read(coarser_->u_), u_);
}

template <class T> void FemLevel<T>::solve_coarsest(Guess /*guess*/) {
  const SolveControls controls{options_.coarse_tolerance, options_.coarse_steps.value_or(1000)};
  const auto precondition = [this](const Vector& r, double) -> const Vector& {
    add_scaled<T>(1.0, matrices_.inverse, r, nullptr, z_);
    return z_;
  };
  cg_->solve(f_, controls, precondition, [this](const Vector& p, const Vector& q) { apply(p, q); });
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
    stiffness().jacobi(factors[step], matrices_.inverse, f_, read(u_), other_);
    std::swap(u_, other_);
  }
}

template <class T> void FemLevel<T>::start_from_zero(double factor) {
  if (matrices_.spai) matrices_.spai->apply(factor, read_rhs(), u_);
  else add_scaled<T>(factor, matrices_.inverse, f_, nullptr, u_);
}

template <class T> void FemLevel<T>::step_in_place(double factor) {
  stiffness().residual(read(u_), f_, other_);
  if (matrices_.spai) matrices_.spai->add(factor, read(other_), u_, u_);
  else add_scaled<T>(factor, matrices_.inverse, other_, u_.data(), u_);
}

template class FemLevel<double>;
template class FemLevel<float>;

} // namespace isobar
