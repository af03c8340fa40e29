#include "multigrid/cycle_solver_of.hpp"

#include <isobar/core/fem/fem_multigrid.hpp>
#include <isobar/core/multigrid/smoother_factors.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// The power method stays below the largest eigenvalue, and a polynomial grows fast beyond it.
constexpr double eigenvalue_margin = 1.1;

/// The ranks of a level, and the exchange of its ghosts; null on one rank.
template <class T> struct LevelRanks {
  Ranks& ranks;
  Ghosts<T>* ghosts;
};

template <class T>
CycleOptions level_options(const FemMultigridOptions& options, const FemMatrices<T>& matrices,
                           const FemSpace& space, const LevelRanks<T>& on) {
  CycleOptions cycle = options.cycle;
  if (!has_chebyshev(options.smoother)) return cycle;
  const double most =
      options.largest_eigenvalue
          ? *options.largest_eigenvalue
          : eigenvalue_margin * largest_eigenvalue(*matrices.stiffness, matrices.inverse,
                                                   matrices.spai.get(), on.ranks, on.ghosts,
                                                   space.dealt().ids);
  const auto factors = [&](const std::vector<double>& steps) {
    return chebyshev_factors(int(steps.size()), most / options.chebyshev_ratio, most);
  };
  cycle.pre_relaxation = factors(cycle.pre_relaxation);
  cycle.post_relaxation = factors(cycle.post_relaxation);
  return cycle;
}

/// Matrices that have rows of their own kind inside macro elements.
template <class T>
FemMatrices<T> make_macro_matrices(const FemSpace& space, const FemSpace* coarse,
                                   const FemCoefficients& coefficients,
                                   const FemMultigridOptions& options, int index,
                                   const BandRows<T>* assembled) {
  if (needs_stored_rows(options.smoother))
    throw std::invalid_argument("this smoother needs stored rows, not those of macro elements");
  const bool l1 = options.smoother == FemSmoother::l1_jacobi && coarse;
  FemMatrices<T> matrices;
  if (options.rows == FemRows::bands) {
    const BandRows<T> rows = assembled ? *assembled : assemble_bands<T>(space, coefficients);
    matrices.stiffness = make_band_matrix(space, rows, index);
    if (!l1) matrices.inverse = inverse_diagonal(space, rows);
  } else matrices.stiffness = make_macro_stiffness<T>(space, coefficients, index);
  if (!matrices.inverse.data())
    matrices.inverse = assemble_inverse<T>(space, coefficients, l1 ? RowSum::l1 : RowSum::diagonal);
  if (!coarse) return matrices;
  matrices.restriction = make_macro_restriction<T>(*coarse, space, index);
  matrices.prolongation = make_macro_prolongation<T>(*coarse, space, index);
  return matrices;
}

/// The approximate inverse of a rank's rows. It reads rows of ghosts, too.
template <class T>
CsrRows<T> approximate_inverse(const FemSpace& space, const FemCoefficients& coefficients,
                               const CsrRows<T>& a) {
  if (space.owned() == space.unknowns()) return spai(a);
  return spai(assemble_all_rows<T>(space, coefficients), a);
}

/// The smoother of a level that is not the coarsest, from its stored rows.
template <class T>
void add_smoother(const FemSpace& space, const FemCoefficients& coefficients,
                  const FemMultigridOptions& options, const CsrRows<T>& a, int index,
                  FemMatrices<T>& matrices) {
  switch (options.smoother) {
  case FemSmoother::spai:
  case FemSmoother::chebyshev_spai:
    matrices.spai = make_sparse_matrix(options.format, approximate_inverse(space, coefficients, a),
                                       "fem_spai", index, options.row_threads);
    return;
  case FemSmoother::gauss_seidel:
    matrices.gauss_seidel = std::make_unique<const GaussSeidel<T>>(a, schedule_by_levels(a), index);
    return;
  case FemSmoother::colour_gauss_seidel:
    matrices.gauss_seidel =
        std::make_unique<const GaussSeidel<T>>(a, schedule_by_colours(a), index);
    return;
  case FemSmoother::ilu:
    matrices.ilu = std::make_unique<const IncompleteLu<T>>(a, schedule_by_levels(a), index);
    return;
  case FemSmoother::l1_jacobi: matrices.inverse = inverse_l1_sums(a); return;
  case FemSmoother::jacobi:
  case FemSmoother::chebyshev: break;
  }
  matrices.inverse = inverse_diagonal(a);
}

/// The matrices of spaces[level]; labels count from the finest level, 0. `finest` are the rows of that, if they are assembled.
template <class T>
FemMatrices<T> make_matrices(std::span<const FemSpace> spaces, std::size_t level,
                             const FemProblem& problem, const FemMultigridOptions& options,
                             const AssembledRows<T>& finest) {
  const FemSpace& space = spaces[level];
  const int index = int(spaces.size() - 1 - level);
  const bool coarsest = level == 0;
  const FemCoefficients coefficients = coefficients_of(space, problem);
  if (options.has_rows_by_macros(space))
    return make_macro_matrices<T>(space, coarsest ? nullptr : &spaces[level - 1], coefficients,
                                  options, index,
                                  index == 0 ? std::get_if<BandRows<T>>(&finest) : nullptr);
  const auto* const assembled = index == 0 ? std::get_if<CsrRows<T>>(&finest) : nullptr;
  const CsrRows<T> a = assembled ? *assembled : assemble_stiffness<T>(space, coefficients);
  FemMatrices<T> matrices;
  matrices.stiffness =
      make_sparse_matrix(options.format, a, "fem_stiffness", index, options.row_threads);
  if (coarsest) {
    matrices.inverse = inverse_diagonal(a);
    return matrices;
  }
  add_smoother(space, coefficients, options, a, index, matrices);
  const FemSpace& coarse = spaces[level - 1];
  matrices.restriction = make_sparse_matrix(options.format, assemble_restriction<T>(coarse, space),
                                            "fem_restriction", index, options.row_threads);
  matrices.prolongation =
      make_sparse_matrix(options.format, assemble_prolongation<T>(coarse, space),
                         "fem_prolongation", index, options.row_threads);
  return matrices;
}

/// The inverse of the coarsest level's matrix; null where it is solved by CG.
template <class T>
std::unique_ptr<const DenseInverse<T>>
make_direct(const FemSpace& coarsest, const FemProblem& problem,
            std::optional<FemCoarseSolver> solver, Ranks& ranks) {
  const Int64 unknowns = count_over_ranks(ranks, coarsest.owned());
  const bool is_small = unknowns <= DenseInverse<T>::most_rows;
  if (solver == FemCoarseSolver::cg || (!solver && !is_small)) return {};
  return std::make_unique<const DenseInverse<T>>(
      assemble_stiffness<double>(coarsest, coefficients_of(coarsest, problem)), unknowns,
      coarsest.dealt().ids, ranks, problem.null_space);
}

/// `on(level)` has the ranks of a level, of which 0 is the finest.
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
    const CycleOptions of_level = level_options(options, matrices, spaces[l], ranks);
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
