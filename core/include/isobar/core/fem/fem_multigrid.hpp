#pragma once
#include <isobar/core/fem/band_rows.hpp>
#include <isobar/core/fem/fem_counts.hpp>
#include <isobar/core/fem/fem_level.hpp>
#include <isobar/core/fem/fem_problem.hpp>
#include <isobar/core/fem/macro_rows.hpp>
#include <isobar/core/multigrid/cycle_solver.hpp>

#include <optional>

namespace isobar {

/// The finest of these levels, the coarsest first, that can be solved directly: a level from 1, or 0 if there is none.
int finest_direct_level(std::span<const FemCounts> levels);

/// The factor 4 / (3 lambda). It reduces errors from half of the largest eigenvalue on to a third. For an interval from a to b the best
/// factor is 2 / (a + b) (Trottenberg, Oosterlee and Schueller, 2001, section 2.1).
inline constexpr double usual_relaxation_part = 2.0 / 3.0;

/// The options of unstructured multigrid.
struct FemMultigridOptions {
  FemRows rows = FemRows::stored;
  Int64 macro_rows_from =
      isobar::macro_rows_from; ///< unknowns of a level, with FemRows::macro and FemRows::bands
  MatrixFormat format = MatrixFormat::sliced_ell; ///< of what is stored by levels
  int row_threads = usual_row_threads;            ///< of MatrixFormat::ell_t
  FemSmoother smoother = FemSmoother::jacobi;
  /// Chebyshev: eigenvalues of M A from the largest one divided by this are smoothed.
  double chebyshev_ratio = 4.0;
  /// Chebyshev: the largest eigenvalue of M A on all levels, or a bound of it; none: the power method's on each level, and a tenth more.
  std::optional<double> largest_eigenvalue{};
  /// Other smoothers with a diagonal: one factor for all steps of a level, 2 / lambda times this part, lambda the estimate of the largest eigenvalue of M A
  /// there. None: the factors of `cycle`.
  std::optional<double> relaxation_part{};
  /// None: directly, if the coarsest level has no more unknowns than DenseInverse takes.
  std::optional<FemCoarseSolver> coarse_solver;
  /// The cycle, its start, the tolerance of CG on the coarsest level, and relaxation factors; of Chebyshev's their numbers alone.
  CycleOptions cycle{};

  /// Whether the rows of this space inside macro elements are another way than all others.
  bool has_rows_by_macros(const FemSpace& space) const;

  /// Jacobi steps of the paper: `steps` before and after with this factor.
  static FemMultigridOptions jacobi(int steps, double relaxation);
};

/// The levels of these spaces (the coarsest first) with all their matrices. c of the problem is evaluated on each level. The ranks
/// must outlive the levels. `finest` are the rows of the last space, in the form that the options want. Throws as make_sparse_matrix(),
/// spai(), make_macro_stiffness(), assemble_bands() and DenseInverse do, and std::invalid_argument for a smoother that needs stored rows without FemRows::stored, or that sweeps through rows with a relaxation_part.
template <class T>
HierarchyOf<FemLevel<T>> make_fem_levels(std::span<const FemSpace> spaces,
                                         const FemProblem& problem,
                                         const FemMultigridOptions& options, Ranks& ranks,
                                         const AssembledRows<T>& finest = {});
/// The same on many ranks: the spaces are those of this rank's parts, and the ranks exchange their ghosts, level 0 being that of
/// the last space. Collective.
template <class T>
HierarchyOf<FemLevel<T>> make_fem_levels(std::span<const FemSpace> spaces,
                                         const FemProblem& problem,
                                         const FemMultigridOptions& options, GhostRanks<T>& ranks,
                                         const AssembledRows<T>& finest = {});

/// Multigrid on finite elements: its cycles, its convergence test and its full multigrid start are those of every other solver.
template <class T> using FemMultigrid = CycleSolverOf<FemLevel<T>>;

/// CG with one cycle on zero as preconditioner. Flexible directions for smoothers that are not symmetric (SPAI).
template <class T> class FemCg {
public:
  using Vector = typename FemLevel<T>::Vector;
  FemCg(HierarchyOf<FemLevel<T>> levels, const CycleOptions& options, Ranks& ranks,
        Directions directions = Directions::standard);
  SolveReport solve(const Vector& f, const SolveControls& controls);
  const Vector& solution() const { return cg_.solution(); }

private:
  FemMultigrid<T> multigrid_;
  CgIteration<T, Vector> cg_;
};

} // namespace isobar
