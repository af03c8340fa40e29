#pragma once
#include <isobar/core/poisson/poisson_levels.hpp>
#include <isobar/core/poisson/poisson_solver.hpp>

namespace isobar {

/// Subtracts the means of a singular box's right-hand side and solution, over all ranks.
/// It does not subtract a mean that is only rounding, and changes nothing on other boxes.
template <class P> class SingularBox {
public:
  using Vector = FieldOf<P>;
  SingularBox(const PoissonSetup& setup, Communicator<typename P::storage>& communicator);

  /// Subtracts the mean from f, which is volume-integrated.
  void make_solvable(const Vector& f) const;
  /// Subtracts the mean from u, and updates its halo.
  void make_unique(const Vector& u) const;

private:
  Sums over_ranks(const Sums& mine) const;

  bool singular_;
  double volume_;
  BoxGridOf<P> grid_;
  Communicator<typename P::storage>& communicator_;
};

/// Multigrid in one precision, on the levels of poisson_levels.hpp.
template <class P> class MultigridPoisson final : public PoissonSolver<P> {
public:
  using Vector = FieldOf<P>;
  using T = typename P::storage;

  /// Makes the levels of the setup. Throws as PoissonLevels::make() does.
  MultigridPoisson(const PoissonSetup& setup, const PoissonOptions& options,
                   Communicators<T>& communicators)
      : MultigridPoisson(setup,
                         PoissonLevels<P>::make(setup, options, communicators, communicators),
                         options, communicators.on(0)) {}
  /// Takes levels of any kind for this box.
  MultigridPoisson(const PoissonSetup& setup, Hierarchy<P> levels, const CycleOptions& options,
                   Communicator<T>& communicator)
      : box_(setup, communicator), cycles_(std::move(levels), options) {}
  /// Device bytes.
  static Int64 bytes(const PoissonSetup& setup, const PoissonOptions& options) {
    return PoissonLevels<P>::bytes(setup, options);
  }

  SolveReport solve(const Vector& f, const SolveControls& controls, Guess from) override;
  const Vector& solution() const override { return cycles_.solution(); }
  CycleSolver<P>& cycles() { return cycles_; }

private:
  SingularBox<P> box_;
  CycleSolver<P> cycles_;
};

} // namespace isobar
