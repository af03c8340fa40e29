#pragma once
#include <isobar/core/fem/fem_choices.hpp>
#include <isobar/core/multigrid/ghosts.hpp>
#include <isobar/core/sparse/sparse_matrix.hpp>

#include <vector>

/// Smoothers whose steps are products with sparse matrices: u += omega M (f - A u).
namespace isobar {

/// Returns 1 / a_ii of each row.
template <class T> Kokkos::View<T*, MemorySpace> inverse_diagonal(const CsrRows<T>& a);
/// Returns 1 / sum |a_ij| of each row.
template <class T> Kokkos::View<T*, MemorySpace> inverse_l1_sums(const CsrRows<T>& a);

/// Returns the matrix M that has the pattern of a symmetric A, and whose rows m_i make
/// || m_i A - e_i || smallest. The normal equations of a least-squares problem give each
/// row. Throws std::length_error if a row of A has more entries than most_spai_entries.
template <class T> CsrRows<T> spai(const CsrRows<T>& a);
/// Returns M for the first rows of A alone. `owned`: these rows, whose columns are also among the
/// first ones. `all`: these rows, and all other rows for which they have columns
/// (assemble_all_rows()).
template <class T> CsrRows<T> spai(const CsrRows<T>& all, const CsrRows<T>& owned);
inline constexpr int most_spai_entries = 40;

/// Returns an estimate from below of the largest eigenvalue of D^-1 A, for symmetric A with the
/// diagonal 1 / `inverse`. CG with D as preconditioner makes a tridiagonal matrix in `steps` steps.
/// The result is the largest eigenvalue of this matrix (Saad, Iterative Methods, 2003, section
/// 6.7.3). The right-hand side is the same each time. Twelve steps were up to 5 percent below on
/// the meshes of the tests. Arguments are those of largest_eigenvalue().
template <class T>
double largest_jacobi_eigenvalue(const SparseMatrix<T>& a,
                                 const Kokkos::View<T*, MemorySpace>& inverse, Ranks& ranks,
                                 Ghosts<T>* ghosts = nullptr, const std::vector<Int64>& ids = {},
                                 int steps = 12);

/// Returns an estimate of the largest eigenvalue of M A by `steps` steps of the power method. The
/// start is the same each time. The result is some percent below the true value. M is `spai`, or
/// the diagonal `inverse` if `spai` is null. With several ranks, `ghosts` exchanges the columns'
/// ghosts, and `ids` has the unknowns' places over all ranks, which determine the first vector. On
/// one rank they are null and empty.
template <class T>
double largest_eigenvalue(const SparseMatrix<T>& a, const Kokkos::View<T*, MemorySpace>& inverse,
                          const SparseMatrix<T>* spai, Ranks& ranks, Ghosts<T>* ghosts = nullptr,
                          const std::vector<Int64>& ids = {}, int steps = 20);

} // namespace isobar
