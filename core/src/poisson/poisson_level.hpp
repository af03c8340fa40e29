#pragma once
#include "poisson/box_level.hpp"
#include "poisson/coarsest_cg.hpp"

namespace isobar {

/// A level of a box in precision P, with a coarser level in precision Q below.
template <class P, class Q = P> class PoissonLevel final : public BoxLevel<P> {
public:
  using typename BoxLevel<P>::T;
  using typename BoxLevel<P>::Vector;
  using typename BoxLevel<P>::Grid;

  /// The numbers of the next level that transfers need.
  using Coarser = CoarserLevel<Q>;

  /// `coarser` is null on the coarsest level.
  PoissonLevel(const BoxLevelSetup& setup, const PoissonOptions& options,
               Communicator<T>& communicator, const CoarserLevel<Q>* coarser);
  /// Returns the device bytes of such a level.
  static Int64 bytes(const BoxLevelSetup& setup, const PoissonOptions& options);

  void restrict_residual(Guess guess) override;
  void restrict_rhs() override;
  void interpolate() override;
  void prepare_correction() override;
  void solve_coarsest(Guess guess) override;
  bool records() const override {
    return this->communicator_.enqueued() && (coarser_ || coarsest_ == CoarsestSolver::steps);
  }

private:
  void restrict_transpose(Guess guess);
  void restrict_weighted(Guess guess);
  void compute_residual();
  std::size_t add_correction(Guess guess) override;
  void smooth_until_solved(Guess guess);

  const CoarserLevel<Q>* coarser_;
  Vector r_; ///< residual, if a restriction needs it stored
  CoarsestSolver coarsest_;
  CoarsestCg<P> cg_; ///< solver of the coarsest level, if that is CG
};

} // namespace isobar
