#include "fem/start_eigenvector.hpp"

#include <isobar/core/fem/fem_smoother.hpp>
#include <isobar/core/field/blas.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace isobar {
namespace {

template <class T> using Numbers = Kokkos::View<T*, MemorySpace>;

/// A symmetric tridiagonal matrix.
struct Tridiagonal {
  std::vector<double> diagonal, beside; ///< `beside` has one number fewer

  /// Returns the number of eigenvalues above x, by the signs of Sturm's sequence (Golub and Van Loan, section 8.4).
  int eigenvalues_above(double x) const {
    int count = 0;
    double pivot = 1.0;
    for (std::size_t k = 0; k < diagonal.size(); ++k) {
      const double before = k > 0 ? beside[k - 1] * beside[k - 1] / pivot : 0.0;
      pivot = diagonal[k] - x - before;
      if (pivot == 0.0) pivot = 1e-300;
      if (pivot > 0.0) ++count;
    }
    return count;
  }
  /// Returns the largest eigenvalue, by bisection below Gerschgorin's bound.
  double largest_eigenvalue() const {
    double low = 0.0, high = 0.0;
    for (std::size_t k = 0; k < diagonal.size(); ++k) {
      const double left = k > 0 ? beside[k - 1] : 0.0, right = k < beside.size() ? beside[k] : 0.0;
      low = std::max(low, diagonal[k]);
      high = std::max(high, diagonal[k] + left + right);
    }
    for (int halving = 0; halving < 60 && low < high; ++halving) {
      const double middle = 0.5 * (low + high);
      (eigenvalues_above(middle) > 0 ? low : high) = middle;
    }
    return high;
  }
};

/// Returns this rank's part of (r, D^-1 r).
template <class T> double weighted_square(const Numbers<T>& r, const Numbers<T>& inverse) {
  double sum = 0.0;
  Kokkos::parallel_reduce(
      "isobar/fem_weighted_square", AllRows(0, Int64(r.extent(0))),
      KOKKOS_LAMBDA(Int64 n, double& local) {
        local += double(r(n)) * double(inverse(n)) * double(r(n));
      },
      sum);
  return sum;
}

/// Computes p = D^-1 r + beta p.
template <class T>
void next_direction(const Numbers<T>& r, const Numbers<T>& inverse, double beta,
                    const Numbers<T>& p) {
  const T by = T(beta);
  Kokkos::parallel_for(
      "isobar/fem_next_direction", AllRows(0, Int64(r.extent(0))),
      KOKKOS_LAMBDA(Int64 n) { p(n) = inverse(n) * r(n) + by * p(n); });
}

} // namespace

template <class T>
double largest_jacobi_eigenvalue(const SparseMatrix<T>& a, const Numbers<T>& inverse, Ranks& ranks,
                                 Ghosts<T>* ghosts, const std::vector<Int64>& ids, int steps) {
  const auto count = std::size_t(a.rows()), beside = std::size_t(ghosts ? ghosts->room() : 0);
  const Numbers<T> r("isobar residual of the estimate", count),
      q("isobar product of the estimate", count),
      p = vector_with_ghosts<T>("isobar direction of the estimate", count, beside);
  const auto over_ranks = [&](double of_rank) {
    ranks.sum({&of_rank, 1});
    return of_rank;
  };
  start_eigenvector<T>(r, ids);
  Tridiagonal t;
  const double first = over_ranks(weighted_square<T>(r, inverse));
  const double least = double(std::numeric_limits<T>::epsilon()) * first;
  double square = first, alpha = 1.0, beta = 0.0;
  for (int step = 0; step < steps && square > least; ++step) {
    next_direction<T>(r, inverse, beta, p);
    if (ghosts) ghosts->exchange(p);
    a.apply(1.0, p, q);
    const double curvature = over_ranks(Blas<T>::dot(p, q));
    if (!(curvature > 0.0)) break;
    const double last_alpha = alpha;
    alpha = square / curvature;
    if (step > 0) t.beside.push_back(std::sqrt(beta) / last_alpha);
    t.diagonal.push_back(1.0 / alpha + (step > 0 ? beta / last_alpha : 0.0));
    Blas<T>::axpby(-alpha, q, 1.0, r);
    const double next = over_ranks(weighted_square<T>(r, inverse));
    beta = next / square;
    square = next;
  }
  return t.largest_eigenvalue();
}

template double largest_jacobi_eigenvalue(const SparseMatrix<double>&, const Numbers<double>&,
                                          Ranks&, Ghosts<double>*, const std::vector<Int64>&, int);
template double largest_jacobi_eigenvalue(const SparseMatrix<float>&, const Numbers<float>&, Ranks&,
                                          Ghosts<float>*, const std::vector<Int64>&, int);

} // namespace isobar
