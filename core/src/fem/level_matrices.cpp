#include "fem/level_matrices.hpp"

#include <stdexcept>

namespace isobar {
namespace {

/// Returns matrices whose rows inside macro elements are not stored in a sparse format.
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

/// Returns the approximate inverse of a rank's rows. On several ranks it reads rows of ghosts, too.
template <class T>
CsrRows<T> approximate_inverse(const FemSpace& space, const FemCoefficients& coefficients,
                               const CsrRows<T>& a) {
  if (space.owned() == space.unknowns()) return spai(a);
  return spai(assemble_all_rows<T>(space, coefficients), a);
}

/// Adds the smoother of a level that is not the coarsest, from its stored rows.
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

} // namespace

template <class T>
FemMatrices<T> make_matrices(std::span<const FemSpace> spaces, std::size_t level,
                             const FemProblem& problem, const FemMultigridOptions& options,
                             const AssembledRows<T>& finest) {
  if (options.relaxation_part && has_sweeps(options.smoother))
    throw std::invalid_argument("a smoother that sweeps through rows has no largest eigenvalue of "
                                "M A from which a relaxation factor follows");
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

template <class T>
std::unique_ptr<const DenseInverse<T>>
make_direct(const FemSpace& coarsest, const FemProblem& problem,
            std::optional<FemCoarseSolver> solver, Ranks& ranks) {
  const Int64 unknowns = count_over_ranks(ranks, coarsest.owned());
  const bool is_small = unknowns <= DenseInverse<T>::most_rows;
  if (solver == FemCoarseSolver::cg || (!solver && !is_small)) return {};
  return std::make_unique<const DenseInverse<T>>(
      assemble_stiffness<double>(coarsest, coefficients_of(coarsest, problem)), unknowns,
      coarsest.distributed().ids, ranks, problem.null_space);
}

#define ISOBAR_LEVEL_MATRICES(T)                                                                   \
  template FemMatrices<T> make_matrices(std::span<const FemSpace>, std::size_t, const FemProblem&, \
                                        const FemMultigridOptions&, const AssembledRows<T>&);      \
  template std::unique_ptr<const DenseInverse<T>> make_direct(                                     \
      const FemSpace&, const FemProblem&, std::optional<FemCoarseSolver>, Ranks&);
ISOBAR_LEVEL_MATRICES(double)
ISOBAR_LEVEL_MATRICES(float)
#undef ISOBAR_LEVEL_MATRICES

} // namespace isobar
