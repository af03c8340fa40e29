#include "multigrid/symmetric_inverse.hpp"
#include "sparse/ell_storage.hpp"

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/multigrid/dense_inverse.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// Returns a policy with a team for each row. The lanes of a team share the columns.
TeamPolicy team_a_row(int rows) { return {rows, 1, on_host ? 1 : lanes_in_step}; }

/// Computes x_i, the product of row i of A^-1 with f.
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
using Ids = Kokkos::View<Int64*, MemorySpace>;

/// Returns the place of an unknown among the unknowns of all ranks.
KOKKOS_FORCEINLINE_FUNCTION Int64 place(const Ids& ids, Int64 n) {
  return ids.extent(0) > 0 ? ids(n) : n;
}

/// Returns the number of rows, padded to whole blocks.
int with_padding(int rows) { return (rows + inverse_block - 1) / inverse_block * inverse_block; }

/// Returns A of all ranks, to which each rank adds its rows. Rows of padding are those of the unit matrix.
Numbers all_entries(const CsrRows<double>& a, int rows, const Ids& ids, Ranks& ranks) {
  const Int64 size = with_padding(rows), stride = inverse_stride(int(size));
  const Numbers entries("isobar dense matrix", std::size_t(size * stride));
  Kokkos::parallel_for(
      "isobar/dense_fill", AllRows(0, a.rows()), KOKKOS_LAMBDA(Int64 n) {
        a.visit(n, [&](Int64 column, double value) {
          entries(place(ids, n) * stride + place(ids, column)) = value;
        });
      });
  if (!ranks.alone()) {
    const auto mirror = Kokkos::create_mirror_view_and_copy(HostSpace(), entries);
    ranks.sum({mirror.data(), mirror.extent(0)});
    Kokkos::deep_copy(entries, mirror);
  }
  Kokkos::parallel_for(
      "isobar/dense_padding", AllRows(rows, size),
      KOKKOS_LAMBDA(Int64 n) { entries(n * stride + n) = 1.0; });
  return entries;
}

/// Adds a number to all entries, so that constants have the mean of the diagonal as their eigenvalue.
void lift_constants(const Numbers& entries, int rows) {
  const Int64 stride = inverse_stride(with_padding(rows));
  double trace = 0.0;
  Kokkos::parallel_reduce(
      "isobar/dense_trace", AllRows(0, rows),
      KOKKOS_LAMBDA(Int64 n, double& sum) { sum += entries(n * stride + n); }, trace);
  const double addend = trace / rows / rows;
  Kokkos::parallel_for(
      "isobar/dense_lift", AllRows(0, Int64(rows) * rows),
      KOKKOS_LAMBDA(Int64 at) { entries(at / rows * stride + at % rows) += addend; });
}

/// Returns the place of entry (i, j) of a symmetric matrix, of which only the lower triangle is kept.
KOKKOS_FORCEINLINE_FUNCTION Int64 lower(int stride, int i, int j) {
  return i < j ? Int64(j) * stride + i : Int64(i) * stride + j;
}

/// Inverts the matrix, and returns this rank's rows of the inverse.
template <class T>
Kokkos::View<T*, MemorySpace> inverse_entries(const CsrRows<double>& a, int rows, const Ids& ids,
                                              Ranks& ranks, NullSpace null_space) {
  const int size = with_padding(rows), stride = inverse_stride(size);
  const Numbers swept = all_entries(a, rows, ids, ranks);
  if (null_space == NullSpace::constants) lift_constants(swept, rows);
  invert_symmetric(size, swept);
  const Kokkos::View<T*, MemorySpace> inverse("isobar dense inverse",
                                              std::size_t(a.rows()) * std::size_t(rows));
  Kokkos::parallel_for(
      "isobar/dense_store", AllRows(0, Int64(inverse.extent(0))), KOKKOS_LAMBDA(Int64 at) {
        inverse(at) = T(-swept(lower(stride, int(place(ids, at / rows)), int(at % rows))));
      });
  return inverse;
}

int counted(Int64 rows, Int64 most) {
  if (rows > most)
    throw std::length_error("a matrix of " + std::to_string(rows) +
                            " rows is not inverted, only of up to " + std::to_string(most));
  return int(rows);
}

/// Puts this rank's numbers into a vector of all ranks; the others are 0.
template <class T>
void put(const Kokkos::View<T*, MemorySpace>& own, const Ids& ids,
         const Kokkos::View<T*, MemorySpace>& whole) {
  Kokkos::deep_copy(ExecutionSpace(), whole, T(0));
  Kokkos::parallel_for(
      "isobar/dense_put", AllRows(0, Int64(own.extent(0))),
      KOKKOS_LAMBDA(Int64 n) { whole(ids(n)) = own(n); });
}

} // namespace

template <class T>
DenseInverse<T>::DenseInverse(const CsrRows<double>& a, Int64 rows, const std::vector<Int64>& ids,
                              Ranks& ranks, NullSpace null_space)
    : rows_(counted(rows, most_rows)), ranks_(ranks),
      ids_(ranks.alone() ? Ids() : Ids(on_device("isobar dense ids", ids))),
      entries_(inverse_entries<T>(a, rows_, ids_, ranks, null_space)) {
  if (ranks.alone()) return;
  whole_ = Vector("isobar dense right-hand side", std::size_t(rows));
  whole_on_host_ = host_mirror(whole_);
  sums_.resize(std::size_t(rows));
}

template <class T>
typename DenseInverse<T>::Vector DenseInverse<T>::gathered(const Vector& f) const {
  put<T>(f, ids_, whole_);
  Kokkos::deep_copy(whole_on_host_, whole_);
  std::copy_n(whole_on_host_.data(), sums_.size(), sums_.begin());
  ranks_.sum(sums_);
  std::copy(sums_.begin(), sums_.end(), whole_on_host_.data());
  Kokkos::deep_copy(whole_, whole_on_host_);
  return whole_;
}

template <class T> void DenseInverse<T>::multiply(const Vector& f, const Vector& x) const {
  const Vector whole = waits() ? gathered(f) : f;
  if (x.extent(0) == 0) return; // a rank without unknowns
  Kokkos::parallel_for("isobar/dense_product", as_arguments(team_a_row(int(x.extent(0)))),
                       DenseProduct<T>{rows_, entries_.data(), whole.data(), x.data()});
}

template class DenseInverse<double>;
template class DenseInverse<float>;

} // namespace isobar
