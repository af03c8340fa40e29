#pragma once
#include "poisson/coarsest_cg.hpp"

#include <isobar/core/box/kernels/box_two_steps.hpp>
#include <isobar/core/multigrid/rim_first_rows.hpp>
#include <isobar/core/poisson/poisson_levels.hpp>

#include <optional>

namespace isobar {

/// A level of a box in precision P over a coarser one in Q.
template <class P, class Q = P> class PoissonLevel final : public FieldLevel<P> {
public:
  using typename FieldLevel<P>::T;
  using typename FieldLevel<P>::Vector;
  using Grid = BoxGridOf<P>;

  /// The numbers of the next level that transfers need.
  using Coarser = CoarserLevel<Q>;

  /// `coarser` is null on the coarsest level.
  PoissonLevel(const BoxLevelSetup& setup, const PoissonOptions& options,
               Communicator<T>& communicator, const CoarserLevel<Q>* coarser);
  /// Device bytes.
  static Int64 bytes(const BoxLevelSetup& setup, const PoissonOptions& options);

  double residual_norm_squared() override;
  void restrict_residual(Guess guess) override;
  void restrict_rhs() override;
  void interpolate() override;
  void prepare_correction() override;
  void solve_coarsest(Guess guess) override;
  bool records() const override {
    return this->communicator_.enqueued() && (coarser_ || coarsest_ == CoarsestSolver::steps);
  }

private:
  void smooth(double rho, Guess guess, SmoothingStep step) override;
  std::optional<double> smooth_norm(double rho) override;
  std::size_t smooth_some(std::span<const double> rho, Guess guess, SmoothingStep last) override;
  struct FusedSteps {
    TwoSteps two;
    std::size_t count; ///< of fused steps in the list; 0: none can be fused
  };
  FusedSteps fused(std::span<const double> rho) const;
  void smooth_twice(const TwoSteps& two, const Vector* u);
  void smooth_colours(double rho, Guess guess);
  void restrict_transpose(Guess guess);
  void restrict_weighted(Guess guess);
  void compute_residual();
  std::size_t add_correction(Guess guess) override;
  void smooth_until_solved(Guess guess);

  Grid grid_;
  const CoarserLevel<Q>* coarser_;
  RimFirstRows<Grid> parts_; ///< for steps that begin with the rows that neighbours wait for
  Vector r_;                 ///< residual, if a restriction needs it stored
  CoarsestSolver coarsest_;
  CoarsestCg<P> cg_; ///< solver of the coarsest level, if that is CG
};

} // namespace isobar
