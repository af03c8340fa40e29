#pragma once
#include <isobar/core/solvers/launch_graph.hpp>
#include <isobar/core/solvers/multigrid_level.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace isobar {

/// Tensor-product geometric multigrid, smoothed by whole columns and coarsened horizontally only
/// (petascale paper, algorithm 1) unless merged_layers merges vertical levels below the finest.
/// Level 0 is the finest; it is held in precision P and exchanges its halos through a C, the others
/// in Q and through a D.
template <class P, class C, class Q = P, class D = C> class Multigrid {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// Builds all levels. `partition` is this rank's part of the finest one and must be even on
  /// every level but the coarsest (the decomposition sees to that).
  Multigrid(const GridSpec& spec, const Partition& partition, const MultigridOptions& options,
            C& fine, D& coarse)
      : options_(options), communicators_(fine, coarse),
        finest_(spec, partition, 0, 1.0, 1, options.restriction, options.march) {
    Partition p = partition;
    // A coarse operator divided by a factor gives a correction multiplied by it, at no cost.
    double scale = 1.0;
    for (int l = 1; l < options.levels; ++l) {
      p = p.coarsened();
      scale /= options.overcorrection;
      coarser_.emplace_back(spec, p, l, scale, options.merged_layers, options.restriction,
                            options.march);
    }
    if (options.coarse_solver == CoarseSolver::cg) {
      if (coarser_.empty()) finest_.cg = std::make_unique<FusedPcg<P, C>>(finest_.grid, fine);
      else coarser_.back().cg = std::make_unique<FusedPcg<Q, D>>(coarser_.back().grid, coarse);
    }
    if (records()) graph_.record([this] { visit(1); });
  }
  /// All levels in one precision.
  Multigrid(const GridSpec& spec, const Partition& partition, const MultigridOptions& options,
            C& communicator) requires std::is_same_v<C, D>
      : Multigrid(spec, partition, options, communicator, communicator) {}

  /// V-cycles until the residual norm has fallen by the tolerance.
  SolveReport solve(const Vector& f, const SolveControls& controls) {
    auto& finest = finest_;
    finest.f = f;
    std::array<double, 2> sums{Blas<T>::dot(f, f), 0.0};
    fine_communicator().sum(sums);
    ConvergenceTest test(controls, std::sqrt(sums[0]));
    if (test.finished()) Blas<T>::set_zero(finest.u);
    for (bool first = true; !test.finished(); first = false) {
      improve(first);
      if (test.skips_norm()) continue;
      sums = {Operator<P>::residual_norm_squared(finest.grid, finest.u, f),
              double(test.stop_requested())};
      fine_communicator().sum(sums);
      test.finished(std::sqrt(sums[0]), sums[1] > 0.0);
    }
    return std::move(test).report();
  }

  /// `count` V-cycles on f from zero without a norm: no sum over ranks, no wait of the host.
  /// Leaves the solution with a valid halo.
  const Vector& cycles(const Vector& f, int count) {
    finest_.f = f;
    for (int n = 0; n < count; ++n) improve(n == 0);
    return solution();
  }
  /// One cycle: multigrid as the preconditioner of CG.
  const Vector& operator()(const Vector& r) { return cycles(r, 1); }

  const Vector& solution() const { return finest_.u; }
  /// Hands the solution's field over in exchange for another one of its shape.
  void swap_solution(Vector& other) { std::swap(finest_.u, other); }
  const Grid& grid() const { return finest_.grid; }

private:
  using Finest = MultigridLevel<P, C>;
  using Coarser = MultigridLevel<Q, D>;
  template <class L> using Smooth = Smoother<typename L::Precision>;
  template <class L> using ToCoarser = Transfer<typename L::Precision, Q>;

  C& fine_communicator() const { return std::get<0>(communicators_); }
  /// Fills the halo of a field of the level.
  template <class L>
  void exchange_halo(const L& level, const typename L::Vector& x, Halo halo = Halo::edges) {
    if constexpr (std::is_same_v<L, Finest>)
      exchange(fine_communicator(), level.grid.index(), x, halo);
    else exchange(std::get<1>(communicators_), level.grid.index(), x, halo);
  }
  /// Calls use(level) of level l.
  template <class Use> void on_level(int l, const Use& use) {
    if (l == 0) use(finest_);
    else use(coarser_[l - 1]);
  }

  /// Whether the coarse levels can be recorded. Halos of other ranks and the norms of CG need the
  /// host. Full multigrid swaps fields outside the recorded launches. Where no team solves the
  /// columns on chip, kernels use scratch of Kokkos, which may lie elsewhere at the next launch.
  bool records() const {
    return options_.record && fine_communicator().alone() && !coarser_.empty() &&
           options_.coarse_solver == CoarseSolver::smoother && options_.start == Start::zero &&
           Q::layout == Layout::x_fastest && std::ranges::all_of(coarser_, [](const Coarser& c) {
             return c.grid.plan().march().chunks > 0;
           });
  }

  /// One cycle on the finest level, the first one from nothing. Leaves u with a valid halo.
  void improve(bool first) {
    if (first && options_.start == Start::full) start_from_coarse_levels();
    else cycle(0, first);
    exchange_halo(finest_, finest_.u);
  }

  /// Full multigrid: the equation itself on the coarsest level, then on each finer one a cycle
  /// that starts from the solution before.
  void start_from_coarse_levels() {
    for (int l = 0; l < int(coarser_.size()); ++l)
      on_level(l, [&](auto& fine) {
        ToCoarser<std::decay_t<decltype(fine)>>::restrict_rhs(fine.grid, fine.f,
                                                              coarser_[l].restricted());
        coarser_[l].restrict_layers();
      });
    cycle(int(coarser_.size()), true);
    for (int l = int(coarser_.size()) - 1; l >= 0; --l) {
      on_level(l, [&](auto& fine) {
        prepare_correction(coarser_[l]);
        ToCoarser<std::decay_t<decltype(fine)>>::interpolate(fine.grid, coarser_[l].correction(),
                                                             fine.u);
        exchange_halo(fine, fine.u);
      });
      cycle(l, false);
    }
  }

  /// Petascale paper, algorithm 1. Expects f on level l, and u unless `from_zero`, with a valid
  /// halo; leaves the improved u, halo invalid.
  void cycle(int l, bool from_zero) {
    on_level(l, [&](auto& fine) {
      if (l == int(coarser_.size())) return solve_coarsest(fine, from_zero);
      Coarser& coarse = coarser_[l];
      const bool u_is_zero = from_zero && options_.pre_relaxation.empty(); // and not in memory
      for (const double rho : options_.pre_relaxation)
        smooth(fine, rho, std::exchange(from_zero, false));
      restrict_to(fine, coarse, u_is_zero);
      if (l == 0 && records()) graph_.run([this] { visit(1); });
      else visit(l + 1);
      correct_and_smooth(fine, coarse, u_is_zero);
    });
  }

  /// From what coarse level l was handed to its correction, ready for prolongation.
  void visit(int l) {
    coarser_[l - 1].restrict_layers();
    cycle(l, true);
    prepare_correction(coarser_[l - 1]);
  }

  /// One smoothing step; leaves u with a valid halo.
  template <class L> void smooth(L& level, double rho, bool from_zero) {
    relax(level, rho, from_zero);
    exchange_halo(level, level.u);
  }

  /// One smoothing step. Expects u with a valid halo unless `from_zero`; leaves it invalid.
  template <class L> void relax(L& level, double rho, bool from_zero) {
    if (options_.relaxation == Relaxation::red_black) return relax_colours(level, rho, from_zero);
    if (from_zero) Smooth<L>::smooth_from_zero(level.grid, rho, level.f, level.next);
    else Smooth<L>::smooth(level.grid, rho, level.u, level.f, level.next);
    std::swap(level.u, level.next);
  }
  template <class L> void relax_colours(L& level, double rho, bool from_zero) {
    if (from_zero) Blas<typename L::Vector::value_type>::set_zero(level.u);
    Smooth<L>::smooth_colour(level.grid, rho, Colour::red, level.u, level.f);
    exchange_halo(level, level.u);
    Smooth<L>::smooth_colour(level.grid, rho, Colour::black, level.u, level.f);
  }

  /// Hands the residual to the coarse level: f itself if u is zero, and so not in memory.
  template <class L> void restrict_to(L& fine, Coarser& coarse, bool u_is_zero) {
    using To = ToCoarser<L>;
    if (options_.restriction == Restriction::transpose) {
      if (u_is_zero) Blas<typename L::Vector::value_type>::copy(fine.f, fine.r);
      else Operator<typename L::Precision>::residual(fine.grid, fine.u, fine.f, fine.r);
      exchange_halo(fine, fine.r, Halo::edges_and_corners);
      mirror_sides(fine.grid, fine.r);
      To::restrict_transpose(fine.grid, fine.r, coarse.restricted());
    } else if (u_is_zero) {
      To::restrict_rhs(fine.grid, fine.f, coarse.restricted());
    } else {
      To::restrict_residual(fine.grid, fine.u, fine.f, coarse.restricted());
    }
  }

  /// Adds the coarse correction to u, or starts from it; fused with the first smoothing step if there
  /// is one.
  template <class L> void correct_and_smooth(L& fine, Coarser& coarse, bool u_is_zero) {
    const auto& correction = coarse.correction();
    const std::vector<double>& rho = options_.post_relaxation;
    const bool fuse = !rho.empty() && !u_is_zero && options_.relaxation == Relaxation::jacobi;
    if (u_is_zero) {
      ToCoarser<L>::interpolate(fine.grid, correction, fine.u);
    } else if (fuse) {
      ToCoarser<L>::prolongate_smooth(fine.grid, rho[0], fine.u, fine.f, correction, fine.next);
      std::swap(fine.u, fine.next);
    } else {
      ToCoarser<L>::prolongate(fine.grid, fine.u, correction, fine.u);
    }
    for (std::size_t step = fuse; step < rho.size(); ++step) {
      exchange_halo(fine, fine.u);
      relax(fine, rho[step], false);
    }
  }

  /// Makes the correction of a coarse level what prolongation wants, with its halo.
  void prepare_correction(Coarser& coarse) {
    exchange_halo(coarse, coarse.u, Halo::edges_and_corners);
    mirror_sides(coarse.grid, coarse.u);
    coarse.interpolate_layers();
  }

  template <class L> void solve_coarsest(L& level, bool from_zero) {
    if (level.cg) {
      level.cg->solve(level.f, {options_.coarse_tolerance, options_.coarse_steps});
      return Blas<typename L::Vector::value_type>::copy(level.cg->solution(), level.u);
    }
    for (int step = 0; step < options_.coarse_steps; ++step)
      smooth(level, options_.coarse_relaxation, std::exchange(from_zero, false));
  }

  MultigridOptions options_;
  std::tuple<C&, D&> communicators_;
  Finest finest_;
  std::vector<Coarser> coarser_;
  LaunchGraph graph_; ///< visit(1)
};

} // namespace isobar
