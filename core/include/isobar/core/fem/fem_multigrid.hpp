#pragma once
#include <isobar/core/fem/band_rows.hpp>
#include <isobar/core/fem/fem_counts.hpp>
#include <isobar/core/fem/fem_level.hpp>
#include <isobar/core/fem/fem_problem.hpp>
#include <isobar/core/fem/macro_rows.hpp>
#include <isobar/core/multigrid/cycle_solver.hpp>

#include <optional>

namespace isobar {

/// Returns the finest level that can be solved directly. Levels count from 1, the coarsest;
/// 0 means that there is none. `levels`: counts of all levels, the coarsest first.
int finest_direct_level(std::span<const FemCounts> levels);

/// The relaxation part whose factor is 4 / (3 lambda), with lambda the largest eigenvalue. This
/// factor reduces errors with eigenvalues from lambda / 2 on to a third. For an interval from a
/// to b the best factor is 2 / (a + b) (Trottenberg, Oosterlee and Schueller, 2001, section 2.1).
inline constexpr double usual_relaxation_part = 2.0 / 3.0;

/// The options of unstructured multigrid.
struct FemMultigridOptions {
  FemRows rows = FemRows::stored;
  Int64 macro_rows_from =
      isobar::macro_rows_from; ///< least unknowns of a level, for macro and bands of FemRows
  MatrixFormat format = MatrixFormat::sliced_ell; ///< format of the matrices that levels store
  int row_threads = usual_row_threads;            ///< row threads of MatrixFormat::ell_t
  FemSmoother smoother = FemSmoother::jacobi;
  /// For Chebyshev smoothers: they smooth eigenvalues of M A from the largest one divided by this
  /// ratio.
  double chebyshev_ratio = 4.0;
  /// For Chebyshev smoothers: the largest eigenvalue of M A on all levels, or a
  /// bound of it. If empty, each level takes the power method's result plus a tenth.
  std::optional<double> largest_eigenvalue{};
  /// For other smoothers that do not sweep: all steps of a level have the factor
  /// 2 / lambda times this part. The number lambda is the estimate of the largest
  /// eigenvalue of M A on that level. If empty, the factors of `cycle` hold.
  std::optional<double> relaxation_part{};
  /// The solver of the coarsest level. If empty, it is solved
  /// directly if it has no more unknowns than DenseInverse takes.
  std::optional<FemCoarseSolver> coarse_solver;
  /// The cycle, its start, the tolerance of CG on the coarsest level, and
  /// relaxation factors. Chebyshev smoothers only take the number of these factors.
  CycleOptions cycle{};

  /// Whether the rows of this space inside macro elements are kept by FemRows::macro or
  /// FemRows::bands.
  bool has_rows_by_macros(const FemSpace& space) const;

  /// Returns options with the paper's Jacobi smoother: `steps`
  /// steps before and after the correction, with this factor.
  static FemMultigridOptions jacobi(int steps, double relaxation);
};

/// Returns the levels of these spaces with all their matrices. `spaces`: the coarsest first. Each
/// level evaluates c of the problem. `finest`: rows of the last space, in the form that the options
/// require. The ranks must outlive the levels. Throws as make_sparse_matrix(), spai(),
/// make_macro_stiffness(), assemble_bands() and DenseInverse do. Throws std::invalid_argument if a
/// smoother needs stored rows without FemRows::stored, or sweeps through rows with a
/// relaxation_part.
template <class T>
HierarchyOf<FemLevel<T>> make_fem_levels(std::span<const FemSpace> spaces,
                                         const FemProblem& problem,
                                         const FemMultigridOptions& options, Ranks& ranks,
                                         const AssembledRows<T>& finest = {});
/// Does the same with several ranks. `spaces`: those of this rank's parts. `ranks`:
/// exchange of ghosts on each level, where level 0 belongs to the last space. Collective.
template <class T>
HierarchyOf<FemLevel<T>> make_fem_levels(std::span<const FemSpace> spaces,
                                         const FemProblem& problem,
                                         const FemMultigridOptions& options, GhostRanks<T>& ranks,
                                         const AssembledRows<T>& finest = {});

/// Multigrid on finite elements. Cycles, convergence test and
/// full multigrid start are those of every other solver.
template <class T> using FemMultigrid = CycleSolverOf<FemLevel<T>>;

/// CG whose preconditioner is one cycle from zero. Smoothers
/// that are not symmetric (SPAI) need flexible directions.
template <class T> class FemCg {
public:
  using Vector = typename FemLevel<T>::Vector;
  FemCg(HierarchyOf<FemLevel<T>> levels, const CycleOptions& options, Ranks& ranks,
        Directions directions = Directions::standard);
  /// Solves A u = f from u = 0.
  SolveReport solve(const Vector& f, const SolveControls& controls);
  const Vector& solution() const { return cg_.solution(); }

private:
  FemMultigrid<T> multigrid_;
  CgIteration<T, Vector> cg_;
};

} // namespace isobar
