#include "fem/level_factors.hpp"
#include "fem/level_matrices.hpp"
#include "multigrid/cycle_solver_of.hpp"

#include <isobar/core/fem/fem_multigrid.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// The ranks of a level, and the exchange of its ghosts; null on one rank.
template <class T> struct LevelRanks {
  Ranks& ranks;
  Ghosts<T>* ghosts;
};

/// Makes all levels. on(level) returns the ranks of a level, where 0 is the finest.
template <class T, class On>
HierarchyOf<FemLevel<T>> make_levels(std::span<const FemSpace> spaces, const FemProblem& problem,
                                     const FemMultigridOptions& options, const On& on,
                                     const AssembledRows<T>& finest) {
  std::vector<std::unique_ptr<FemLevel<T>>> levels; // the coarsest first
  for (std::size_t l = 0; l < spaces.size(); ++l) {
    const LevelRanks<T> ranks = on(int(spaces.size() - 1 - l));
    FemMatrices<T> matrices = make_matrices<T>(spaces, l, problem, options, finest);
    if (l == 0)
      matrices.direct = make_direct<T>(spaces[l], problem, options.coarse_solver, ranks.ranks);
    const CycleOptions of_level =
        level_options(options, matrices, ranks.ranks, ranks.ghosts, spaces[l].distributed().ids);
    levels.push_back(std::make_unique<FemLevel<T>>(std::move(matrices), of_level, ranks.ranks,
                                                   l > 0 ? levels.back().get() : nullptr,
                                                   ranks.ghosts));
  }
  HierarchyOf<FemLevel<T>> hierarchy;
  hierarchy.finest = std::move(levels.back());
  for (levels.pop_back(); !levels.empty(); levels.pop_back())
    hierarchy.coarser.push_back(std::move(levels.back()));
  return hierarchy;
}

} // namespace

int finest_direct_level(std::span<const FemCounts> levels) {
  const auto is_larger = [](const FemCounts& c) {
    return c.unknowns > DenseInverse<double>::most_rows;
  };
  return int(std::ranges::find_if(levels, is_larger) - levels.begin());
}

bool FemMultigridOptions::has_rows_by_macros(const FemSpace& space) const {
  return rows != FemRows::stored && has_macro_rows(space) && space.owned() >= macro_rows_from;
}

FemMultigridOptions FemMultigridOptions::jacobi(int steps, double relaxation) {
  FemMultigridOptions options;
  options.cycle.pre_relaxation.assign(std::size_t(steps), relaxation);
  options.cycle.post_relaxation = options.cycle.pre_relaxation;
  return options;
}

template <class T>
HierarchyOf<FemLevel<T>>
make_fem_levels(std::span<const FemSpace> spaces, const FemProblem& problem,
                const FemMultigridOptions& options, Ranks& ranks, const AssembledRows<T>& finest) {
  const auto on = [&](int) { return LevelRanks<T>{ranks, nullptr}; };
  return make_levels<T>(spaces, problem, options, on, finest);
}

template <class T>
HierarchyOf<FemLevel<T>> make_fem_levels(std::span<const FemSpace> spaces,
                                         const FemProblem& problem,
                                         const FemMultigridOptions& options, GhostRanks<T>& ranks,
                                         const AssembledRows<T>& finest) {
  const auto on = [&](int level) { return LevelRanks<T>{ranks, &ranks.on(level)}; };
  return make_levels<T>(spaces, problem, options, on, finest);
}

template <class T>
FemCg<T>::FemCg(HierarchyOf<FemLevel<T>> levels, const CycleOptions& options, Ranks& ranks,
                Directions directions)
    : multigrid_(std::move(levels), options),
      cg_(ranks, directions, multigrid_.finest().make_vector("isobar u"),
          multigrid_.finest().make_vector("isobar r"), multigrid_.finest().make_vector("isobar p"),
          multigrid_.finest().make_vector("isobar q")) {}

template <class T> SolveReport FemCg<T>::solve(const Vector& f, const SolveControls& controls) {
  return cg_.solve(
      f, controls,
      [this](const Vector& r, double) -> const Vector& { return multigrid_.cycles(r, 1); },
      [this](const Vector& p, const Vector& q) { multigrid_.finest().apply(p, q); });
}

#define ISOBAR_FEM_MULTIGRID(T)                                                                    \
  template HierarchyOf<FemLevel<T>> make_fem_levels(std::span<const FemSpace>, const FemProblem&,  \
                                                    const FemMultigridOptions&, Ranks&,            \
                                                    const AssembledRows<T>&);                      \
  template HierarchyOf<FemLevel<T>> make_fem_levels(std::span<const FemSpace>, const FemProblem&,  \
                                                    const FemMultigridOptions&, GhostRanks<T>&,    \
                                                    const AssembledRows<T>&);                      \
  template class CycleSolverOf<FemLevel<T>>;                                                       \
  template class FemCg<T>;
ISOBAR_FEM_MULTIGRID(double)
ISOBAR_FEM_MULTIGRID(float)
#undef ISOBAR_FEM_MULTIGRID

} // namespace isobar
