#pragma once
#include <isobar/core/pcg.hpp>
#include <isobar/core/transfer.hpp>

#include <memory>
#include <utility>

namespace isobar {

/// How residuals reach the coarse level: averages of cells, or P^T for a symmetric V-cycle.
enum class Restriction { average, transpose };
enum class CoarseSolver { smoother, cg };

struct MultigridOptions {
  int levels = 5;
  std::vector<double> pre_relaxation{2.0 / 3.0};  ///< one factor for each step before ...
  std::vector<double> post_relaxation{2.0 / 3.0}; ///< ... and after the coarse correction
  Restriction restriction = Restriction::average;
  CoarseSolver coarse_solver = CoarseSolver::smoother;
  int coarse_steps = 2; ///< smoothing steps, or iterations of CG at the most
  double coarse_relaxation = 2.0 / 3.0;
  double coarse_tolerance = 1e-2; ///< of CG on the coarsest level
};

/// Tensor-product geometric multigrid: coarsened horizontally only, smoothed by whole columns
/// (petascale paper, algorithm 1). Level 0 is the finest.
template <class P, class C> class Multigrid {
public:
  using T = typename P::storage;
  using A = typename P::arithmetic;
  using Grid = GridLevel<A>;
  using Vector = Field<T>;

  /// Builds all levels. `partition` is this rank's part of the finest one and must be even on
  /// every level but the coarsest (the decomposition sees to that).
  Multigrid(const GridSpec& spec, const Partition& partition, const MultigridOptions& options,
            C& communicator)
      : options_(options), communicator_(communicator) {
    Partition p = partition;
    for (int l = 0; l < options.levels; ++l, p = p.coarsened())
      levels_.emplace_back(Grid(spec, p, l), options.restriction == Restriction::transpose);
    if (options.coarse_solver == CoarseSolver::cg)
      coarse_cg_ = std::make_unique<FusedPcg<P, C>>(levels_.back().grid, communicator);
  }

  /// V-cycles until the residual norm has fallen by the tolerance.
  SolveReport solve(const Vector& f, const SolveControls& controls) {
    Level& finest = levels_.front();
    finest.f = f;
    std::array<double, 2> sums{Blas<T>::dot(f, f), 0.0};
    communicator_.sum(sums);
    ConvergenceTest test(controls, std::sqrt(sums[0]));
    if (test.finished()) Blas<T>::set_zero(finest.u);
    bool from_zero = true;
    while (!test.finished()) {
      cycle(0, from_zero);
      from_zero = false;
      exchange(communicator_, 0, finest.u);
      sums = {Operator<P>::residual_norm_squared(finest.grid, finest.u, f),
              double(test.stop_requested())};
      communicator_.sum(sums);
      test.finished(std::sqrt(sums[0]), sums[1] > 0.0);
    }
    return std::move(test).report();
  }

  /// One V-cycle from zero: multigrid as the preconditioner of CG.
  const Vector& operator()(const Vector& r) {
    levels_.front().f = r;
    cycle(0, true);
    return levels_.front().u;
  }

  const Vector& solution() const { return levels_.front().u; }
  const Grid& grid(int level = 0) const { return levels_[level].grid; }

private:
  struct Level {
    Grid grid;
    Vector u, next, f; ///< u is smoothed into next and the two change places
    Vector r;          ///< residual, kept only for the transposed restriction
    Level(const Grid& g, bool keep_residual) : grid(g) {
      const auto make = [&](const char* name) { return Vector(name, g.nx(), g.ny(), g.nz()); };
      u = make("isobar u");
      next = make("isobar next");
      if (g.index() > 0) f = make("isobar f"); // the finest level works on the caller's
      if (keep_residual) r = make("isobar r");
    }
  };

  /// Petascale paper, algorithm 1. Expects f on this level, and u unless `from_zero`, with a
  /// valid halo; leaves the improved u, halo invalid.
  void cycle(int l, bool from_zero) {
    if (l + 1 == int(levels_.size())) return solve_coarsest(from_zero);
    Level &fine = levels_[l], &coarse = levels_[l + 1];
    pre_smooth(fine, from_zero);
    restrict_to(fine, coarse);
    cycle(l + 1, true);
    correct_and_smooth(fine, coarse);
  }

  void pre_smooth(Level& level, bool from_zero) {
    if (from_zero && options_.pre_relaxation.empty()) Blas<T>::set_zero(level.u);
    for (const double rho : options_.pre_relaxation)
      smooth(level, rho, std::exchange(from_zero, false));
  }

  /// One smoothing step; leaves u with a valid halo.
  void smooth(Level& level, double rho, bool from_zero) {
    if (from_zero) Smoother<P>::smooth_from_zero(level.grid, rho, level.f, level.next);
    else Smoother<P>::smooth(level.grid, rho, level.u, level.f, level.next);
    std::swap(level.u, level.next);
    exchange(communicator_, level.grid.index(), level.u);
  }

  void restrict_to(Level& fine, Level& coarse) {
    if (options_.restriction == Restriction::average)
      return Transfer<P>::restrict_residual(fine.grid, fine.u, fine.f, coarse.f);
    Operator<P>::residual(fine.grid, fine.u, fine.f, fine.r);
    exchange(communicator_, fine.grid.index(), fine.r, Halo::edges_and_corners);
    mirror_sides(fine.grid, fine.r);
    Transfer<P>::restrict_transpose(fine.grid, fine.r, coarse.f);
  }

  /// Adds the coarse correction, fused with the first smoothing step if there is one.
  void correct_and_smooth(Level& fine, Level& coarse) {
    exchange(communicator_, coarse.grid.index(), coarse.u, Halo::edges_and_corners);
    mirror_sides(coarse.grid, coarse.u);
    const std::vector<double>& rho = options_.post_relaxation;
    if (rho.empty()) return Transfer<P>::prolongate(fine.grid, fine.u, coarse.u, fine.u);
    Transfer<P>::prolongate_smooth(fine.grid, rho[0], fine.u, fine.f, coarse.u, fine.next);
    std::swap(fine.u, fine.next);
    for (std::size_t step = 1; step < rho.size(); ++step) {
      exchange(communicator_, fine.grid.index(), fine.u);
      Smoother<P>::smooth(fine.grid, rho[step], fine.u, fine.f, fine.next);
      std::swap(fine.u, fine.next);
    }
  }

  void solve_coarsest(bool from_zero) {
    Level& level = levels_.back();
    if (coarse_cg_) {
      coarse_cg_->solve(level.f, {options_.coarse_tolerance, options_.coarse_steps});
      return Blas<T>::copy(coarse_cg_->solution(), level.u);
    }
    for (int step = 0; step < options_.coarse_steps; ++step)
      smooth(level, options_.coarse_relaxation, std::exchange(from_zero, false));
  }

  MultigridOptions options_;
  C& communicator_;
  std::vector<Level> levels_;
  std::unique_ptr<FusedPcg<P, C>> coarse_cg_;
};

} // namespace isobar
