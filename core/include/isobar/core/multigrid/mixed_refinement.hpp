#pragma once
#include <isobar/core/multigrid/binary_scale.hpp>
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/level.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// A field in float with a power of two. Together they stand for factor times field,
/// exactly. So a residual of any size fits into float's exponents without losing a digit.
template <class S> struct Scaled {
  Field<S> field;
  double factor = 1.0;
};
using ScaledFloat = Scaled<float>;

/// Iterative refinement: u += e, where a few multigrid cycles in float solve A e = f - A u. The
/// fields u, f and the residual are in double. One kernel computes the true residual together with
/// u, and this residual decides on convergence. A solver derives from this class and adds its
/// equation's kernels.
class MixedRefinement {
public:
  virtual ~MixedRefinement() = default;

protected:
  using Vector = Field<double>;

  /// `cycles`: number of cycles before the first correction, before the second, and so
  /// on; the last number counts for all later corrections. `u`, `next` and `r`: fields
  /// for u, the next u and the residual. `unknowns`: their number on all ranks. `reads`:
  /// the part of u's halo that the matrix reads. Communicators must outlive this.
  MixedRefinement(std::vector<int> cycles, Communicator<double>& outer, Communicator<float>& inner,
                  Vector u, Vector next, Field<float> r, Int64 unknowns, Halo reads = Halo::edges);

  /// Solves A u = f. An iteration is one correction of u. From Guess::current, the solve starts
  /// from the present u. If it makes no correction and has_u_ is false, it does not write u_.
  SolveReport refine(const Vector& f, const SolveControls& controls, Guess from);

  struct StartNorms {
    double rhs;
    std::optional<double> residual{}; ///< residual norm at the start, if u is not 0 there
  };
  /// Sets r_ to f, or from Guess::current to f - A u, with a suitable factor. Returns the norms
  /// over all ranks.
  virtual StartNorms start(const Vector& f, Guess from) = 0;
  /// Returns the result of `count` cycles on r_.field from zero.
  /// `before`: number of earlier cycles in the same solve.
  virtual const Field<float>& cycles(int count, int before) = 0;
  /// Computes u += e and r_ = f - A u with r_'s factor. Returns this rank's share of the squared
  /// residual norm. If has_u_, it reads u_ with a valid halo. Sets has_u_ when it has written u_.
  /// It may keep e's field.
  virtual double correct(const Vector& f, ScaledFloat& e) = 0;

  /// Returns the power of two by which to divide a residual of this norm, so that its numbers are
  /// near 1.
  double scale(double norm) const { return binary_scale(norm, unknowns_); }

  Communicator<double>& outer_;
  Vector u_, next_;
  ScaledFloat r_;
  int corrections_ = 0; ///< number of corrections in this solve
  bool has_u_ = false;  ///< whether u_ holds u

private:
  void iterate(const Vector& f, ConvergenceTest& test);

  Halo reads_;
  std::vector<int> cycles_;
  Communicator<float>& inner_;
  Int64 unknowns_;
  int cycles_done_ = 0;      ///< number of cycles in this solve
  double next_factor_ = 1.0; ///< scale() of the last residual norm
};

} // namespace isobar
