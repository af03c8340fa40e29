#include "sparse/ell_storage.hpp"

#include <isobar/core/base/region.hpp>
#include <isobar/core/fem/fem_level.hpp>

#include <utility>

namespace isobar {
namespace {

template <class T> using FemVector = Kokkos::View<T*, MemorySpace>;

/// Computes y = addend + factor D^-1 x; addend may be null.
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
FemLevel<T>::FemLevel(FemMatrices<T> matrices, const CycleOptions& options, Ranks& ranks,
                      FemLevel* coarser, Ghosts<T>* ghosts)
    : matrices_(std::move(matrices)), options_(options), ranks_(ranks), coarser_(coarser),
      ghosts_(ghosts), u_(make_vector("isobar u")), f_(make_vector("isobar f")),
      other_(make_vector("isobar next")) {
  if (coarser)
    coarser->begun_by_finer_ = coarser->coarser_ && !coarser->matrices_.steps_in_place() &&
                               !coarser->options_.pre_relaxation.empty();
  if (coarser || matrices_.direct) return;
  z_ = make_vector("isobar z");
  cg_.emplace(ranks, Directions::standard, u_, make_vector("isobar r"), make_vector("isobar p"),
              make_vector("isobar q"), Ending::by_recurrence);
}

template <class T> typename FemLevel<T>::Vector FemLevel<T>::make_vector(const char* label) const {
  const Region region(setup_part::allocation);
  return vector_with_ghosts<T>(label, std::size_t(stiffness().rows()), ghost_room());
}

template <class T> Int64 FemLevel<T>::bytes() const {
  const Int64 vectors = cg_ ? 7 : 3, rows = stiffness().rows();
  // The last rows are those of the inverse diagonal.
  Int64 bytes = (vectors * (rows + Int64(ghost_room())) + rows) * Int64(sizeof(T));
  for (const auto* matrix :
       {&matrices_.stiffness, &matrices_.restriction, &matrices_.prolongation, &matrices_.spai})
    if (*matrix) bytes += (*matrix)->bytes();
  if (matrices_.gauss_seidel) bytes += matrices_.gauss_seidel->bytes();
  if (matrices_.ilu) bytes += matrices_.ilu->bytes();
  return bytes + (matrices_.direct ? matrices_.direct->bytes() : 0);
}

template <class T> void FemLevel<T>::apply(const Vector& p, const Vector& q) const {
  stiffness().apply(1.0, read(p), q);
}

template <class T> double FemLevel<T>::residual_norm_squared() {
  stiffness().residual(read(u_), f_, other_);
  return Blas<T>::dot(other_, other_);
}

template <class T> Guess FemLevel<T>::smooth_before(Guess guess) {
  std::span<const double> factors = options_.pre_relaxation;
  if (factors.empty()) return guess;
  if (guess == Guess::zero) {
    if (!begun_by_finer_) step_from_zero(factors.front());
    if (is_even_swap(factors)) std::swap(u_, other_);
    factors = factors.subspan(1);
  } else if (is_odd_swap(factors)) {
    step_in_place(factors.front(), Sweep::forward);
    factors = factors.subspan(1);
  }
  smooth(factors, Sweep::forward);
  return Guess::current;
}

template <class T> void FemLevel<T>::restrict_residual(Guess guess) {
  if (guess == Guess::current) stiffness().residual(read(u_), f_, other_);
  coarser_->begin(*matrices_.restriction, guess == Guess::current ? read(other_) : read_rhs());
}

/// Restricts f from the finer level, and does the first step from zero with it if `begun_by_finer_` says so.
template <class T>
void FemLevel<T>::begin(const SparseMatrix<T>& restriction, const Vector& residual) {
  if (!begun_by_finer_) return restriction.apply(1.0, residual, f_);
  const std::vector<double>& factors = options_.pre_relaxation;
  restriction.apply_and_step(factors.front(), matrices_.inverse, residual, f_,
                             first_vector(factors));
}

template <class T> void FemLevel<T>::correct(Guess guess) {
  const std::span<const double> factors = options_.post_relaxation;
  const bool swap = is_odd_swap(factors);
  const Vector &correction = coarser_->read(coarser_->u_), &next = swap ? other_ : u_;
  if (guess == Guess::zero) matrices_.prolongation->apply(1.0, correction, next);
  else matrices_.prolongation->add(1.0, correction, u_, next);
  if (swap) std::swap(u_, other_);
  smooth(factors, Sweep::backward);
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
  if (matrices_.direct) return matrices_.direct->multiply(f_, u_);
  const SolveControls controls{options_.coarse_tolerance, options_.coarse_steps.value_or(1000)};
  const auto precondition = [this](const Vector& r, double) -> const Vector& {
    add_scaled<T>(1.0, matrices_.inverse, r, nullptr, z_);
    return z_;
  };
  cg_->solve(f_, controls, precondition, [this](const Vector& p, const Vector& q) { apply(p, q); });
}

/// A step writes to another vector, and the two are swapped. A call has an even number of swaps, so that a recorded graph finds
/// u where it was. If the number of steps is odd, the correction swaps as well, or the first step is done in place, in two
/// launches.
template <class T> void FemLevel<T>::smooth(std::span<const double> factors, Sweep direction) {
  for (double factor : factors) {
    if (matrices_.steps_in_place()) {
      step_in_place(factor, direction);
      continue;
    }
    stiffness().jacobi(factor, matrices_.inverse, f_, read(u_), other_);
    std::swap(u_, other_);
  }
}

template <class T> void FemLevel<T>::step_from_zero(double factor) {
  if (matrices_.spai) matrices_.spai->apply(factor, read_rhs(), u_);
  else if (matrices_.steps_in_place()) {
    Kokkos::deep_copy(ExecutionSpace(), u_, T(0));
    step_in_place(factor, Sweep::forward);
  } else
    add_scaled<T>(factor, matrices_.inverse, f_, nullptr, first_vector(options_.pre_relaxation));
}

template <class T> void FemLevel<T>::step_in_place(double factor, Sweep direction) {
  if (matrices_.gauss_seidel) return matrices_.gauss_seidel->sweep(factor, direction, f_, read(u_));
  stiffness().residual(read(u_), f_, other_);
  if (matrices_.ilu) {
    matrices_.ilu->solve(other_);
    return Blas<T>::axpby(factor, other_, 1.0, u_);
  }
  if (matrices_.spai) matrices_.spai->add(factor, read(other_), u_, u_);
  else add_scaled<T>(factor, matrices_.inverse, other_, u_.data(), u_);
}

template class FemLevel<double>;
template class FemLevel<float>;

} // namespace isobar
