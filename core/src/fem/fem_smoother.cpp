#include "fem/start_eigenvector.hpp"

#include <isobar/core/fem/fem_smoother.hpp>
#include <isobar/core/field/blas.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <utility>

namespace isobar {

template <class T> Kokkos::View<T*, MemorySpace> inverse_diagonal(const CsrRows<T>& a) {
  const Kokkos::View<T*, MemorySpace> inverse("isobar inverse diagonal", std::size_t(a.rows()));
  Kokkos::parallel_for(
      "isobar/fem_diagonal", AllRows(0, a.rows()), KOKKOS_LAMBDA(Int64 n) {
        a.visit(n, [&](Int64 column, T value) {
          if (column == n) inverse(n) = T(1) / value;
        });
      });
  return inverse;
}

template <class T> Kokkos::View<T*, MemorySpace> inverse_l1_sums(const CsrRows<T>& a) {
  const Kokkos::View<T*, MemorySpace> inverse("isobar inverse l1 sums", std::size_t(a.rows()));
  Kokkos::parallel_for(
      "isobar/fem_l1_sums", AllRows(0, a.rows()), KOKKOS_LAMBDA(Int64 n) {
        T sum = T(0);
        a.visit(n, [&](Int64, T value) { sum += value < T(0) ? -value : value; });
        inverse(n) = T(1) / sum;
      });
  return inverse;
}

template <class T>
double largest_eigenvalue(const SparseMatrix<T>& a, const Kokkos::View<T*, MemorySpace>& inverse,
                          const SparseMatrix<T>* spai, Ranks& ranks, Ghosts<T>* ghosts,
                          const std::vector<Int64>& ids, int steps) {
  using Vector = Kokkos::View<T*, MemorySpace>;
  const auto count = std::size_t(a.rows()), beside = std::size_t(ghosts ? ghosts->room() : 0);
  Vector x = vector_with_ghosts<T>("isobar eigenvector", count, beside),
         y = vector_with_ghosts<T>("isobar next eigenvector", count, beside);
  Vector product = vector_with_ghosts<T>("isobar eigenvector's product", spai ? count : 0, beside);
  const Vector zero("isobar no right-hand side", spai ? 0 : count);
  const auto multiply = [&] { // y = M A x
    if (ghosts) ghosts->exchange(x);
    if (spai) {
      a.apply(1.0, x, product);
      if (ghosts) ghosts->exchange(product);
      return spai->apply(1.0, product, y);
    }
    a.jacobi(1.0, inverse, zero, x, y); // x - D^-1 A x
    Blas<T>::axpby(1.0, x, -1.0, y);
  };
  start_eigenvector<T>(x, ids);
  double norm = norm_over_ranks(ranks, Blas<T>::dot(x, x));
  for (int step = 0; step < steps; ++step) {
    Blas<T>::axpby(0.0, x, 1.0 / norm, x);
    multiply();
    norm = norm_over_ranks(ranks, Blas<T>::dot(y, y));
    std::swap(x, y);
  }
  return norm;
}

#define ISOBAR_FEM_SMOOTHER(T)                                                                     \
  template Kokkos::View<T*, MemorySpace> inverse_diagonal(const CsrRows<T>&);                      \
  template Kokkos::View<T*, MemorySpace> inverse_l1_sums(const CsrRows<T>&);                       \
  template double largest_eigenvalue(const SparseMatrix<T>&, const Kokkos::View<T*, MemorySpace>&, \
                                     const SparseMatrix<T>*, Ranks&, Ghosts<T>*,                   \
                                     const std::vector<Int64>&, int);
ISOBAR_FEM_SMOOTHER(double)
ISOBAR_FEM_SMOOTHER(float)
#undef ISOBAR_FEM_SMOOTHER

} // namespace isobar
