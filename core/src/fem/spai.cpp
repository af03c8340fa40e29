#include "sparse/ell_storage.hpp"

#include <isobar/core/fem/fem_smoother.hpp>

#include <cmath>

namespace isobar {
namespace {

/// The normal equations of one row of M, packed: entry (i, j), j <= i, at i (i + 1) / 2 + j.
struct NormalEquations {
  double matrix[most_spai_entries * (most_spai_entries + 1) / 2];
  double solution[most_spai_entries]; ///< before solve(), the right-hand side

  /// Does Cholesky's factorisation in place, then both substitutions. Rows of a regular matrix are linearly independent, so
  /// that all pivots are positive.
  KOKKOS_FUNCTION void solve(int size) {
    const auto at = [this](int i, int j) -> double& { return matrix[i * (i + 1) / 2 + j]; };
    for (int i = 0; i < size; ++i)
      for (int j = 0; j <= i; ++j) {
        double sum = at(i, j);
        for (int k = 0; k < j; ++k) sum -= at(i, k) * at(j, k);
        at(i, j) = i == j ? std::sqrt(sum) : sum / at(j, j);
      }
    for (int i = 0; i < size; ++i) {
      for (int k = 0; k < i; ++k) solution[i] -= at(i, k) * solution[k];
      solution[i] /= at(i, i);
    }
    for (int i = size; i-- > 0;) {
      for (int k = i + 1; k < size; ++k) solution[i] -= at(k, i) * solution[k];
      solution[i] /= at(i, i);
    }
  }
};

template <class T> struct SpaiRow {
  CsrRows<T> a;
  Kokkos::View<T*, MemorySpace> values;

  /// Returns the product of two rows of A, whose columns ascend.
  KOKKOS_FUNCTION double dot(int i, int j) const {
    double sum = 0.0;
    Int64 p = a.offsets(i), q = a.offsets(j);
    const Int64 p_end = a.offsets(i + 1), q_end = a.offsets(j + 1);
    while (p < p_end && q < q_end) {
      if (a.columns(p) == a.columns(q)) sum += double(a.values(p)) * double(a.values(q));
      const bool next_p = a.columns(p) <= a.columns(q), next_q = a.columns(q) <= a.columns(p);
      p += next_p;
      q += next_q;
    }
    return sum;
  }
  /// Returns entry (n, i) of A, or 0 if there is none.
  KOKKOS_FUNCTION double entry(int n, int i) const {
    for (Int64 at = a.offsets(n); at < a.offsets(n + 1); ++at)
      if (a.columns(at) == i) return double(a.values(at));
    return 0.0;
  }
  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const Int64 first = a.offsets(n);
    const int size = int(a.offsets(n + 1) - first);
    NormalEquations equations;
    for (int i = 0; i < size; ++i) {
      const int row = a.columns(first + i);
      for (int j = 0; j <= i; ++j)
        equations.matrix[i * (i + 1) / 2 + j] = dot(row, a.columns(first + j));
      equations.solution[i] = entry(row, int(n));
    }
    equations.solve(size);
    for (int i = 0; i < size; ++i) values(first + i) = T(equations.solution[i]);
  }
};

} // namespace

template <class T> CsrRows<T> spai(const CsrRows<T>& a) { return spai(a, a); }

template <class T> CsrRows<T> spai(const CsrRows<T>& all, const CsrRows<T>& a) {
  if (a.longest > most_spai_entries)
    throw std::length_error("a sparse approximate inverse takes rows of up to " +
                            std::to_string(most_spai_entries) +
                            " entries, this matrix has one of " + std::to_string(a.longest));
  CsrRows<T> inverse = a;
  inverse.values = decltype(a.values)("isobar spai values", std::size_t(a.entries()));
  Kokkos::parallel_for("isobar/fem_spai", AllRows(0, a.rows()), SpaiRow<T>{all, inverse.values});
  return inverse;
}

template CsrRows<double> spai(const CsrRows<double>&);
template CsrRows<float> spai(const CsrRows<float>&);
template CsrRows<double> spai(const CsrRows<double>&, const CsrRows<double>&);
template CsrRows<float> spai(const CsrRows<float>&, const CsrRows<float>&);

} // namespace isobar
