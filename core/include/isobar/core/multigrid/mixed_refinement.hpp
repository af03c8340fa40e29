#pragma once
#include <isobar/core/multigrid/binary_scale.hpp>
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/level.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// A field, in float, and the power of two that it stands for: factor times field, exactly. So a
/// residual of any size fits into float's exponents, and no digit is lost by it.
template <class S> struct Scaled {
  Field<S> field;
  double factor = 1.0;
};
using ScaledFloat = Scaled<float>;

/// Iterative refinement: u += e with A e = f - A u solved by a few multigrid cycles in float, u, f and the residual in double.
/// Convergence is decided on the true residual, which one kernel computes together with u. A solver derives from it and brings
/// its equation's kernels.
class MixedRefinement {
public:
  virtual ~MixedRefinement() = default;

protected:
  using Vector = Field<double>;

  /// `cycles`: before the first correction, the second, and so on; the last number for all later ones. The fields are u, the next u
  /// and a residual of so many unknowns on all ranks. The matrix reads `reads` of u's halo. Communicators must outlive it.
  MixedRefinement(std::vector<int> cycles, Communicator<double>& outer, Communicator<float>& inner,
                  Vector u, Vector next, Field<float> r, Int64 unknowns, Halo reads = Halo::edges);

  /// An iteration is one correction of u. From Guess::current it starts from the u that is there. Where no correction was made and
  /// has_u_ is false, u_ is not written.
  SolveReport refine(const Vector& f, const SolveControls& controls, Guess from);

  struct StartNorms {
    double rhs;
    std::optional<double> residual{}; ///< of the u that the solve starts from, if that is not 0
  };
  /// r_ = f, or f - A u from Guess::current, with a factor that fits.
  virtual StartNorms start(const Vector& f, Guess from) = 0;
  /// The result of so many cycles on r_.field from zero, after some in the same solve.
  virtual const Field<float>& cycles(int count, int before) = 0;
  /// u += e and r_ = f - A u with the factor that r_ has; returns this rank's share of the residual's norm, squared. Reads u_ with a
  /// valid halo if has_u_, and sets has_u_ where u_ has been written. May keep e's field.
  virtual double correct(const Vector& f, ScaledFloat& e) = 0;

  /// The power of two that brings a residual of this norm near 1.
  double scale(double norm) const { return binary_scale(norm, unknowns_); }

  Communicator<double>& outer_;
  Vector u_, next_;
  ScaledFloat r_;
  int corrections_ = 0; ///< of this solve
  bool has_u_ = false;  ///< whether u stands in u_

private:
  void iterate(const Vector& f, ConvergenceTest& test);

  Halo reads_;
  std::vector<int> cycles_;
  Communicator<float>& inner_;
  Int64 unknowns_;
  int cycles_done_ = 0;      ///< of this solve
  double next_factor_ = 1.0; ///< the power of two next to the last residual
};

} // namespace isobar
