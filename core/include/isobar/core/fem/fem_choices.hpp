#pragma once

/// The choices of a program for unstructured multigrid, without Kokkos.
namespace isobar {

/// How a level's rows inside macro elements are kept: stored as all other rows are, computed
/// (macro_rows.hpp), or stored by bands (band_rows.hpp, order 1). `macro` and `bands` hold
/// for all levels with has_macro_rows() and enough unknowns, and compute transfers as well.
/// They require Numbering::macro, and a smoother that needs no stored rows.
enum class FemRows { stored, macro, bands };

/// How the coarsest level is solved. The paper uses CG, for whose sums the host waits.
enum class FemCoarseSolver { cg, direct };

/// The matrix M of a smoother. `chebyshev` steps have Jacobi's M, with relaxation factors of their
/// own.
enum class FemSmoother {
  jacobi,    ///< the inverse of the diagonal
  chebyshev, ///< as jacobi, with factors from an estimate of the largest eigenvalue of D^-1 A
  l1_jacobi, ///< the inverse of the sums of |a_ij| in each row, which needs no relaxation (Baker et al., 2011)
  spai, ///< the sparse approximate inverse with the pattern of A (Broeker and Grote, 2002)
  chebyshev_spai, ///< as spai, with factors from an estimate of the largest eigenvalue of M A
  gauss_seidel, ///< row after row in the order of the numbering: forward before the correction, back after it
  colour_gauss_seidel, ///< as gauss_seidel, colour after colour
  ilu                  ///< the incomplete factors L U with the pattern of A
};
/// Whether M is a sparse approximate inverse.
constexpr bool has_spai(FemSmoother smoother) {
  return smoother == FemSmoother::spai || smoother == FemSmoother::chebyshev_spai;
}
/// Whether the smoother sweeps through rows, group by group.
constexpr bool has_sweeps(FemSmoother smoother) {
  return smoother == FemSmoother::gauss_seidel || smoother == FemSmoother::colour_gauss_seidel ||
         smoother == FemSmoother::ilu;
}
/// Whether the smoother's steps read entries of stored rows,
/// which FemRows::macro and FemRows::bands do not have.
constexpr bool needs_stored_rows(FemSmoother smoother) {
  return has_spai(smoother) || has_sweeps(smoother);
}
/// Whether relaxation factors come from an estimate of the largest eigenvalue.
constexpr bool has_chebyshev(FemSmoother smoother) {
  return smoother == FemSmoother::chebyshev || smoother == FemSmoother::chebyshev_spai;
}

} // namespace isobar
