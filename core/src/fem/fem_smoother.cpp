#include "matrix/ell_storage.hpp"

#include <isobar/core/fem/fem_smoother.hpp>
#include <isobar/core/field/blas.hpp>

#include <cmath>

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
                          int steps) {
  using Vector = Kokkos::View<T*, MemorySpace>;
  const auto count = std::size_t(a.rows());
  Vector x("isobar eigenvector", count), y("isobar next eigenvector", count);
  const Vector zero("isobar no right-hand side", count);
  Kokkos::parallel_for(
      "isobar/fem_start_eigenvector", AllRows(0, a.rows()),
      KOKKOS_LAMBDA(Int64 n) { x(n) = T(1 + (n * 7919) % 1013) * (n % 2 == 0 ? T(1) : T(-1)); });
  double eigenvalue = 0.0;
  for (int step = 0; step < steps; ++step) {
    Blas<T>::axpby(0.0, x, 1.0 / std::sqrt(Blas<T>::dot(x, x)), x);
    a.jacobi(1.0, inverse, zero, x, y); // x - D^-1 A x
    Blas<T>::axpby(1.0, x, -1.0, y);
    eigenvalue = std::sqrt(Blas<T>::dot(y, y));
    std::swap(x, y);
  }
  return eigenvalue;
}

#define ISOBAR_FEM_SMOOTHER(T)                                                                     \
  template Kokkos::View<T*, MemorySpace> inverse_diagonal(const CsrRows<T>&);                      \
  template Kokkos::View<T*, MemorySpace> inverse_l1_sums(const CsrRows<T>&);                       \
  template double largest_eigenvalue(const SparseMatrix<T>&, const Kokkos::View<T*, MemorySpace>&, \
                                     int);
ISOBAR_FEM_SMOOTHER(double)
ISOBAR_FEM_SMOOTHER(float)
#undef ISOBAR_FEM_SMOOTHER

} // namespace isobar
