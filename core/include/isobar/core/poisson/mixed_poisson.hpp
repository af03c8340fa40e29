#pragma once
#include <isobar/core/multigrid/mixed_refinement.hpp>
#include <isobar/core/poisson/multigrid_poisson.hpp>

#include <vector>

namespace isobar {

/// MixedRefinement on boxes.
class MixedPoisson final : public PoissonSolver<Double>, private MixedRefinement {
public:
  using Vector = Field<double>;

  /// `cycles`: as in MixedRefinement. `outer`, `inner`: communicators for the
  /// double and for the float fields. Throws as PoissonLevels::make() does.
  MixedPoisson(const PoissonSetup& setup, const PoissonOptions& options, std::vector<int> cycles,
               Communicators<double>& outer, Communicators<float>& inner)
      : MixedPoisson(setup, PoissonLevels<Float>::make(setup, options, inner, inner), options,
                     std::move(cycles), outer) {}
  /// Takes float levels of any kind for this box.
  MixedPoisson(const PoissonSetup& setup, Hierarchy<Float> levels, const CycleOptions& options,
               std::vector<int> cycles, Communicators<double>& outer);
  /// Device bytes of u and the next u in double, of r, and of the levels.
  static Int64 bytes(const PoissonSetup& setup, const PoissonOptions& options);

  /// See PoissonSolver::solve(). An iteration is one correction of u.
  SolveReport solve(const Vector& f, const SolveControls& controls, Guess from) override;
  const Vector& solution() const override { return u_; }

private:
  StartNorms start(const Vector& f, Guess from) override;
  const Field<float>& cycles(int count, int before) override {
    return multigrid_.cycles(r_.field, count, before);
  }
  double correct(const Vector& f, ScaledFloat& e) override;

  BoxGrid<double> grid_;
  SingularBox<Double> box_;
  CycleSolver<Float> multigrid_;
};

} // namespace isobar
