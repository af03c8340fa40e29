#pragma once
#include <isobar/core/multigrid/binary_scale.hpp>
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/level.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// A field in float, and its power of two: together they stand for factor times field,
/// exactly. So a residual of any size fits into float's exponents without losing a digit.
template <class S> struct Scaled {
  Field<S> field;
  double factor = 1.0;
};
using ScaledFloat = Scaled<float>;

/// Iterative refinement: u += e with A e = f - A u solved by a few multigrid cycles in float; u,
/// f and the residual are in double. The true residual, which one kernel computes together with
/// u, decides on convergence. A solver derives from this and brings its equation's kernels.
class MixedRefinement {
public:
  virtual ~MixedRefinement() = default;

protected:
  using Vector = Field<double>;

  /// `cycles`: before the first correction, the second, and so on; the last number counts for all later ones. The fields are u, the
  /// next u and a residual, with so many unknowns on all ranks. The matrix reads `reads` of u's halo. Communicators must outlive it.
  MixedRefinement(std::vector<int> cycles, Communicator<double>& outer, Communicator<float>& inner,
                  Vector u, Vector next, Field<float> r, Int64 unknowns, Halo reads = Halo::edges);

  /// Solves; an iteration is one correction of u. From Guess::current it starts from
  /// the present u. If no correction is made and has_u_ is false, u_ is not written.
  SolveReport refine(const Vector& f, const SolveControls& controls, Guess from);

  struct StartNorms {
    double rhs;
    std::optional<double> residual{}; ///< of the u that the solve starts from, if that is not 0
  };
  /// Sets r_ = f, or f - A u from Guess::current, with a suitable factor.
  virtual StartNorms start(const Vector& f, Guess from) = 0;
  /// Returns the result of so many cycles on r_.field from zero, after some in the same solve.
  virtual const Field<float>& cycles(int count, int before) = 0;
  /// Computes u += e and r_ = f - A u with r_'s factor; returns this rank's share of the residual's norm,
  /// squared. Reads u_ with a valid halo if has_u_, and sets has_u_ when it has written u_. May keep e's field.
  virtual double correct(const Vector& f, ScaledFloat& e) = 0;

  /// The power of two that brings a residual of this norm near 1.
  double scale(double norm) const { return binary_scale(norm, unknowns_); }

  Communicator<double>& outer_;
  Vector u_, next_;
  ScaledFloat r_;
  int corrections_ = 0; ///< in this solve
  bool has_u_ = false;  ///< whether u_ holds u

private:
  void iterate(const Vector& f, ConvergenceTest& test);

  Halo reads_;
  std::vector<int> cycles_;
  Communicator<float>& inner_;
  Int64 unknowns_;
  int cycles_done_ = 0;      ///< in this solve
  double next_factor_ = 1.0; ///< the power of two nearest to the last residual
};

} // namespace isobar
