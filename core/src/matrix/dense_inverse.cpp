#include "matrix/ell_storage.hpp"

#include <isobar/core/matrix/dense_inverse.hpp>

namespace isobar {
namespace {

/// A team for each row, whose lanes share the columns.
TeamPolicy team_a_row(int rows) { return {rows, 1, on_host ? 1 : lanes_in_step}; }

/// One step of the symmetric sweep operator (Goodnight, 1979) about the row k: a_ij - a_ik a_kj / a_kk, in row and column k
/// a_kj / a_kk, and -1 / a_kk where they meet. The matrix stays symmetric, of which the lower triangle is kept, and is -A^-1 behind
/// all steps.
struct Sweep {
  int rows, k;
  const double* row; ///< k, as it was
  double* entries;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int i = team.league_rank(), pivot = k;
    const double scale = 1.0 / row[pivot], factor = scale * row[i];
    const double* const old = row;
    double* const mine = entries + Int64(i) * rows;
    if (i == pivot)
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, i + 1),
                           [&](int j) { mine[j] = j == pivot ? -scale : scale * old[j]; });
    else if (factor != 0.0)
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, i + 1), [&](int j) {
        mine[j] = j == pivot ? factor : mine[j] - factor * old[j];
      });
  }
};

/// x_i = the sum over row i of A^-1 f.
template <class T> struct DenseProduct {
  int rows;
  const T *entries, *f;
  T* x;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int i = team.league_rank();
    const T *const mine = entries + Int64(i) * rows, *const source = f;
    T sum = T(0);
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(team, rows), [&](int j, T& part) { part += mine[j] * source[j]; },
        sum);
    Kokkos::single(Kokkos::PerThread(team), [&] { x[i] = sum; });
  }
};

using Numbers = Kokkos::View<double*, MemorySpace>;

Numbers all_entries(const CsrRows<double>& a) {
  const Int64 rows = a.rows();
  const Numbers entries("isobar dense matrix", std::size_t(rows * rows));
  Kokkos::parallel_for(
      "isobar/dense_fill", AllRows(0, rows), KOKKOS_LAMBDA(Int64 n) {
        a.visit(n, [&](Int64 column, double value) { entries(n * rows + column) = value; });
      });
  return entries;
}

/// Entry (i, j), of which the lower triangle is kept.
KOKKOS_FORCEINLINE_FUNCTION Int64 lower(int rows, int i, int j) {
  return i < j ? Int64(j) * rows + i : Int64(i) * rows + j;
}

void invert(int rows, const Numbers& entries) {
  const Numbers row("isobar dense row", std::size_t(rows));
  for (int k = 0; k < rows; ++k) {
    Kokkos::parallel_for(
        "isobar/dense_row", AllRows(0, rows),
        KOKKOS_LAMBDA(Int64 j) { row(j) = entries(lower(rows, k, int(j))); });
    Kokkos::parallel_for("isobar/dense_sweep", as_arguments(team_a_row(rows)),
                         Sweep{rows, k, row.data(), entries.data()});
  }
}

template <class T>
Kokkos::View<T*, MemorySpace> inverse_entries(const CsrRows<double>& a, Int64 most) {
  if (a.rows() > most)
    throw std::length_error("a matrix of " + std::to_string(a.rows()) +
                            " rows is not inverted, only of up to " + std::to_string(most));
  const Numbers swept = all_entries(a);
  const int rows = int(a.rows());
  invert(rows, swept);
  const Kokkos::View<T*, MemorySpace> inverse("isobar dense inverse", swept.extent(0));
  Kokkos::parallel_for(
      "isobar/dense_store", AllRows(0, Int64(inverse.extent(0))), KOKKOS_LAMBDA(Int64 at) {
        inverse(at) = T(-swept(lower(rows, int(at / rows), int(at % rows))));
      });
  return inverse;
}

} // namespace

template <class T>
DenseInverse<T>::DenseInverse(const CsrRows<double>& a)
    : entries_(inverse_entries<T>(a, most_rows)), rows_(int(a.rows())) {}

template <class T> void DenseInverse<T>::multiply(const Vector& f, const Vector& x) const {
  Kokkos::parallel_for("isobar/dense_product", as_arguments(team_a_row(rows_)),
                       DenseProduct<T>{rows_, entries_.data(), f.data(), x.data()});
}

template class DenseInverse<double>;
template class DenseInverse<float>;

} // namespace isobar
