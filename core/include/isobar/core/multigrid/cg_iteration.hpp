#pragma once
#include <isobar/core/field/blas.hpp>
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <cmath>
#include <functional>
#include <utility>

namespace isobar {

/// How CG finds its next direction. `flexible` makes each direction explicitly A-orthogonal
/// to the last one (Polak and Ribiere's beta), which costs one more product of vectors.
/// Then the preconditioner need not be symmetric, nor the same in each iteration.
enum class Directions { standard, flexible };

/// The residual that ends a solve. `by_truth` computes f - A u, which
/// costs one more product with A. `by_recurrence` takes the residual of
/// the recurrence, which still falls when rounding keeps u from improving.
enum class Ending { by_truth, by_recurrence };

/// Textbook conjugate gradients (Saad, "Iterative Methods for Sparse Linear Systems", algorithm
/// 9.1) on vectors of any kind that Blas<T> takes. The solver holds u and three more vectors, and
/// allocates nothing.
template <class T, class Vector> class CgIteration {
public:
  /// Returns z = M^-1 r. `norm`: the norm of r over all ranks.
  using Precondition = std::function<const Vector&(const Vector& r, double norm)>;
  /// Computes q = A p.
  using Apply = std::function<void(const Vector& p, const Vector& q)>;

  /// The vectors have one shape; their values do not matter.
  CgIteration(Ranks& ranks, Directions directions, Vector u, Vector r, Vector p, Vector q,
              Ending ending = Ending::by_truth)
      : ranks_(ranks), directions_(directions), ending_(ending), u_(std::move(u)), r_(std::move(r)),
        p_(std::move(p)), q_(std::move(q)) {}

  /// Solves A u = f from u = 0.
  SolveReport solve(const Vector& f, const SolveControls& controls,
                    const Precondition& precondition, const Apply& apply) {
    Blas<T>::set_zero(u_);
    Blas<T>::copy(f, r_);
    norm_ = norm_over_ranks(ranks_, Blas<T>::dot(r_, r_));
    kappa_ = 0.0;
    return solve_loop(controls, norm_,
                      [&](ConvergenceTest& test) { iterate(f, precondition, apply, test); });
  }
  const Vector& solution() const { return u_; }

private:
  void iterate(const Vector& f, const Precondition& precondition, const Apply& apply,
               ConvergenceTest& test) {
    const Vector& z = precondition(r_, norm_);
    const double kappa = sum(Blas<T>::dot(r_, z));
    double beta = kappa_ == 0.0 ? 0.0 : kappa / kappa_;
    if (directions_ == Directions::flexible && kappa_ != 0.0)
      beta = -sum(Blas<T>::dot(q_, z)) / sigma_; // since r_new - r = -kappa / sigma q
    Blas<T>::axpby(1.0, z, beta, p_);
    apply(p_, q_);
    sigma_ = sum(Blas<T>::dot(p_, q_));
    if (!(sigma_ > 0.0 && kappa > 0.0) && std::isfinite(sigma_)) return test.breakdown();
    Blas<T>::axpby(kappa / sigma_, p_, 1.0, u_);
    Blas<T>::axpby(-kappa / sigma_, q_, 1.0, r_);
    kappa_ = kappa;
    const NormOverRanks all = test.over_ranks(ranks_, Blas<T>::dot(r_, r_));
    norm_ = all.norm;
    if (ending_ == Ending::by_recurrence || !test.needs_truth(all.norm, all.stop))
      return test.record(all.norm, all.stop);
    take_true_residual(f, apply);
    test.record_true(norm_, all.stop);
  }
  /// Computes r = f - A u and its norm. The next direction then comes from this residual alone.
  void take_true_residual(const Vector& f, const Apply& apply) {
    apply(u_, q_);
    Blas<T>::copy(f, r_);
    Blas<T>::axpby(-1.0, q_, 1.0, r_);
    norm_ = norm_over_ranks(ranks_, Blas<T>::dot(r_, r_));
    kappa_ = 0.0;
  }
  double sum(double mine) {
    ranks_.sum({&mine, 1});
    return mine;
  }

  Ranks& ranks_;
  Directions directions_;
  Ending ending_;
  Vector u_, r_, p_, q_;
  double norm_ = 0.0;                ///< norm of r
  double kappa_ = 0.0, sigma_ = 0.0; ///< <r, z> and <p, A p> of the last iteration
};

} // namespace isobar
