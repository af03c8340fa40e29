#pragma once
#include <isobar/core/poisson/multigrid_poisson.hpp>

#include <vector>

namespace isobar {

/// Iterative refinement: u += e with A e = f - A u solved by a few multigrid cycles in float, u, f and the residual in double.
/// Convergence is decided on the true residual, which one kernel computes together with u (BoxRefinement).
class MixedPoisson final : public PoissonSolver<Double> {
public:
  using Vector = Field<double>;

  /// `cycles`: before the first correction, the second, and so on; the last number for all later ones. Communicators are those of
  /// the double fields and of the float ones. Throws as PoissonLevels::make.
  MixedPoisson(const PoissonSetup& setup, const MultigridOptions& options, std::vector<int> cycles,
               Communicators<double>& outer, Communicators<float>& inner)
      : MixedPoisson(setup, PoissonLevels<Float>::make(setup, options, inner, inner), options,
                     std::move(cycles), outer) {}
  /// Float levels of any kind for this box.
  MixedPoisson(const PoissonSetup& setup, Hierarchy<Float> levels, const MultigridOptions& options,
               std::vector<int> cycles, Communicators<double>& outer);
  /// Device bytes: u and next in double, r, the levels.
  static Int64 bytes(const PoissonSetup& setup, const MultigridOptions& options);

  /// An iteration is one correction of u.
  SolveReport solve(const Vector& f, const SolveControls& controls, Guess from) override;
  const Vector& solution() const override { return u_; }

private:
  double start(const Vector& f, double norm, Guess from);
  double correct(const Vector& f, int count);
  void set_next_factor(double norm);

  std::vector<int> cycles_;
  Communicator<double>& outer_;
  BoxGrid<double> grid_;
  SingularBox<Double> box_;
  CycleSolver<Float> multigrid_;
  Vector u_, next_;
  Field<float> r_;
  Int64 unknowns_;
  Guess guess_ = Guess::zero;
  double factor_ = 1.0, next_factor_ = 1.0; ///< of r and of the next one
  int cycles_done_ = 0;                     ///< of this solve
};

} // namespace isobar
