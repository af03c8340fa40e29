#pragma once
#include <isobar/core/fem/fem_choices.hpp>
#include <isobar/core/multigrid/ghosts.hpp>
#include <isobar/core/sparse/sparse_matrix.hpp>

#include <vector>

/// Smoothers whose steps are products with sparse matrices: u += omega M (f - A u).
namespace isobar {

/// 1 / a_ii of each row.
template <class T> Kokkos::View<T*, MemorySpace> inverse_diagonal(const CsrRows<T>& a);
/// 1 / sum |a_ij| of each row.
template <class T> Kokkos::View<T*, MemorySpace> inverse_l1_sums(const CsrRows<T>& a);

/// The M with the pattern of a symmetric A whose rows m_i make || m_i A - e_i || smallest, each of them by the normal equations of its
/// own least-squares problem. Throws std::length_error if a row of A has more entries than most_spai_entries.
template <class T> CsrRows<T> spai(const CsrRows<T>& a);
/// The same for the first rows of A alone, `owned`, which have their columns among the first ones, too. `all` has those rows and
/// all others that they have columns of (assemble_all_rows).
template <class T> CsrRows<T> spai(const CsrRows<T>& all, const CsrRows<T>& owned);
inline constexpr int most_spai_entries = 40;

/// An estimate of the largest eigenvalue of D^-1 A from below, for symmetric A with the diagonal 1 / `inverse`. CG with D as preconditioner makes
/// a tridiagonal matrix in `steps` steps, and the largest eigenvalue of this is the result (Saad, Iterative Methods, 2003, section 6.7.3).
/// The right-hand side is the same each time. Twelve steps were up to 5 percent below on the meshes of the tests. Arguments are those of
/// largest_eigenvalue().
template <class T>
double largest_jacobi_eigenvalue(const SparseMatrix<T>& a,
                                 const Kokkos::View<T*, MemorySpace>& inverse, Ranks& ranks,
                                 Ghosts<T>* ghosts = nullptr, const std::vector<Int64>& ids = {},
                                 int steps = 12);

/// An estimate of the largest eigenvalue of M A by `steps` steps of the power method, from vectors that are the same
/// each time. It is below the true one by some percent. M is `spai`, or where that is null the diagonal `inverse`. On many ranks `ghosts` are
/// those of the columns and `ids` the unknowns' numbers over all ranks, from which the first vector follows; else null and empty.
template <class T>
double largest_eigenvalue(const SparseMatrix<T>& a, const Kokkos::View<T*, MemorySpace>& inverse,
                          const SparseMatrix<T>* spai, Ranks& ranks, Ghosts<T>* ghosts = nullptr,
                          const std::vector<Int64>& ids = {}, int steps = 20);

} // namespace isobar
