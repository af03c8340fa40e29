#pragma once

/// The choices of a program for unstructured multigrid, without Kokkos.
namespace isobar {

/// Whether a level's rows inside macro elements are stored as all others are, computed (macro_rows.hpp), or stored by bands (band_rows.hpp, order 1).
/// The last two hold for all levels that have has_macro_rows() and enough unknowns, and compute transfers as well. They take
/// Numbering::macro, and a smoother that needs no stored rows.
enum class FemRows { stored, macro, bands };

/// How the coarsest level is solved. CG is the paper's, and the host waits for its sums.
enum class FemCoarseSolver { cg, direct };

/// M of a smoother. Chebyshev steps take Jacobi's with relaxation factors of their own.
enum class FemSmoother {
  jacobi,    ///< the inverse of the diagonal
  chebyshev, ///< the same, with factors from an estimate of the largest eigenvalue of D^-1 A
  l1_jacobi, ///< the inverse of the sums of |a_ij| in each row, which needs no relaxation (Baker et al., 2011)
  spai, ///< the sparse approximate inverse with the pattern of A (Broeker and Grote, 2002)
  chebyshev_spai, ///< the same, with factors from an estimate of the largest eigenvalue of M A
  gauss_seidel, ///< row after row in the order of the numbering: forward before the correction, back after it
  colour_gauss_seidel, ///< the same, colour after colour
  ilu                  ///< the incomplete factors L U with the pattern of A
};
constexpr bool has_spai(FemSmoother smoother) {
  return smoother == FemSmoother::spai || smoother == FemSmoother::chebyshev_spai;
}
constexpr bool has_sweeps(FemSmoother smoother) {
  return smoother == FemSmoother::gauss_seidel || smoother == FemSmoother::colour_gauss_seidel ||
         smoother == FemSmoother::ilu;
}
/// Whether its steps read entries, so that rows of macro elements are not enough.
constexpr bool needs_stored_rows(FemSmoother smoother) {
  return has_spai(smoother) || has_sweeps(smoother);
}
constexpr bool has_chebyshev(FemSmoother smoother) {
  return smoother == FemSmoother::chebyshev || smoother == FemSmoother::chebyshev_spai;
}

} // namespace isobar
