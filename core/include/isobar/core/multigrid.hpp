#pragma once
#include <isobar/core/pcg.hpp>
#include <isobar/core/transfer.hpp>

#include <memory>
#include <utility>

namespace isobar {

/// How residuals reach the coarse level: averages of cells, or P^T for a symmetric V-cycle.
enum class Restriction { average, transpose };
enum class CoarseSolver { smoother, cg };
/// Where the first cycle starts: from u = 0, or from the solution of the coarse levels (full
/// multigrid: one cycle on each, from the coarsest up).
enum class Start { zero, full };

struct MultigridOptions {
  int levels = 5;
  std::vector<double> pre_relaxation{2.0 / 3.0};  ///< one factor for each step before ...
  std::vector<double> post_relaxation{2.0 / 3.0}; ///< ... and after the coarse correction
  Restriction restriction = Restriction::average;
  /// Factor on the correction of each coarse level: rediscretised coarse operators answer smooth
  /// residuals with too little.
  double overcorrection = 1.0;
  Start start = Start::zero;
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
    // A coarse operator divided by a factor gives a correction multiplied by it, at no cost.
    double scale = 1.0;
    for (int l = 0; l < options.levels; ++l, p = p.coarsened(), scale /= options.overcorrection)
      levels_.emplace_back(Grid(spec, p, l, scale), options.restriction == Restriction::transpose);
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
    for (bool first = true; !test.finished(); first = false) {
      improve(first);
      if (test.skips_norm()) continue;
      sums = {Operator<P>::residual_norm_squared(finest.grid, finest.u, f),
              double(test.stop_requested())};
      communicator_.sum(sums);
      test.finished(std::sqrt(sums[0]), sums[1] > 0.0);
    }
    return std::move(test).report();
  }

  /// `count` V-cycles on f from zero without a norm: no sum over ranks, no wait of the host.
  /// Leaves the solution with a valid halo.
  const Vector& cycles(const Vector& f, int count) {
    levels_.front().f = f;
    for (int n = 0; n < count; ++n) improve(n == 0);
    return solution();
  }
  /// One cycle: multigrid as the preconditioner of CG.
  const Vector& operator()(const Vector& r) { return cycles(r, 1); }

  const Vector& solution() const { return levels_.front().u; }
  /// Hands the solution's field over in exchange for another one of its shape.
  void swap_solution(Vector& other) { std::swap(levels_.front().u, other); }
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

  /// One cycle on the finest level, the first one from nothing. Leaves u with a valid halo.
  void improve(bool first) {
    if (first && options_.start == Start::full) start_from_coarse_levels();
    else cycle(0, first);
    exchange(communicator_, 0, levels_.front().u);
  }

  /// Full multigrid: the equation itself on the coarsest level, then on each finer one a cycle
  /// that starts from the solution before.
  void start_from_coarse_levels() {
    for (std::size_t l = 0; l + 1 < levels_.size(); ++l)
      Transfer<P>::restrict_rhs(levels_[l].grid, levels_[l].f, levels_[l + 1].f);
    solve_coarsest(true);
    for (int l = int(levels_.size()) - 2; l >= 0; --l) {
      Blas<T>::set_zero(levels_[l].u);
      receive_correction(levels_[l + 1]);
      Transfer<P>::prolongate(levels_[l].grid, levels_[l].u, levels_[l + 1].u, levels_[l].u);
      exchange(communicator_, l, levels_[l].u);
      cycle(l, false);
    }
  }

  /// Petascale paper, algorithm 1. Expects f on this level, and u unless `from_zero`, with a
  /// valid halo; leaves the improved u, halo invalid.
  void cycle(int l, bool from_zero) {
    if (l + 1 == int(levels_.size())) return solve_coarsest(from_zero);
    Level &fine = levels_[l], &coarse = levels_[l + 1];
    pre_smooth(fine, from_zero);
    restrict_to(fine, coarse, from_zero && options_.pre_relaxation.empty());
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

  void restrict_to(Level& fine, Level& coarse, bool u_is_zero) {
    if (options_.restriction == Restriction::average && u_is_zero)
      return Transfer<P>::restrict_rhs(fine.grid, fine.f, coarse.f);
    if (options_.restriction == Restriction::average)
      return Transfer<P>::restrict_residual(fine.grid, fine.u, fine.f, coarse.f);
    Operator<P>::residual(fine.grid, fine.u, fine.f, fine.r);
    exchange(communicator_, fine.grid.index(), fine.r, Halo::edges_and_corners);
    mirror_sides(fine.grid, fine.r);
    Transfer<P>::restrict_transpose(fine.grid, fine.r, coarse.f);
  }

  /// Adds the coarse correction, fused with the first smoothing step if there is one.
  void correct_and_smooth(Level& fine, Level& coarse) {
    receive_correction(coarse);
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

  /// Fills the halo of u on a coarse level as prolongation wants it.
  void receive_correction(Level& coarse) {
    exchange(communicator_, coarse.grid.index(), coarse.u, Halo::edges_and_corners);
    mirror_sides(coarse.grid, coarse.u);
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
