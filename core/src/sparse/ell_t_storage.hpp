#pragma once
#include "sparse/ell_storage.hpp"

/// ELLPACK-T, called ELLR-T: several threads share a row (Vazquez, Fernandez and Garzon, 2012).
namespace isobar {

/// The arrays that a product reads. Entry e of row n is at (e / threads * count + n) * threads + e % threads. So the threads of
/// a row, and those of the next row, read neighbouring numbers.
template <class T> struct EllTRows {
  Int64 count;
  int threads;
  const T* values;
  const int* columns;
  const unsigned char* lengths;

  KOKKOS_FORCEINLINE_FUNCTION int length(Int64 n) const { return lengths[n]; }
  /// Returns the share of one of the row's threads.
  KOKKOS_FORCEINLINE_FUNCTION T sum_of_thread(Int64 n, int thread, int length, const T* x) const {
    T sum = T(0);
    Int64 at = n * threads + thread;
    for (int entry = thread; entry < length; entry += threads, at += count * threads)
      sum += values[at] * x[columns[at]];
    return sum;
  }
};

/// A team has several rows; each has a vector of lanes.
template <class T, class Finish> struct EllTProduct {
  static constexpr int rows_a_team = 32;
  EllTRows<T> rows;
  const T* x;
  Finish finish;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const Int64 begin = Int64(team.league_rank()) * rows_a_team, left = rows.count - begin;
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(team, left < rows_a_team ? int(left) : rows_a_team), [&](int at) {
          const Int64 n = begin + at;
          const int length = rows.length(n);
          if (length == 0) return;
          T sum = T(0);
          Kokkos::parallel_reduce(
              Kokkos::ThreadVectorRange(team, rows.threads),
              [&](int thread, T& part) { part += rows.sum_of_thread(n, thread, length, x); }, sum);
          Kokkos::single(Kokkos::PerThread(team), [&] { finish(n, sum, finish.given(n)); });
        });
  }
};

/// The rows of a matrix in ELLPACK-T. All rows are padded to the longest one, whose length is rounded up to a multiple of the
/// threads. Copies share the matrix.
template <class T> class EllTMatrixRows {
public:
  EllTMatrixRows(const CsrRows<T>& rows, int threads)
      : count_(rows.rows()), entries_(rows.entries()), threads_(threads) {
    require_countable(rows.places(), rows.width());
    const Int64 width = Int64(rows.width() + threads - 1) / threads * threads;
    values_ = decltype(values_)("isobar ell-t values", std::size_t(count_ * width));
    columns_ = decltype(columns_)("isobar ell-t columns", std::size_t(count_ * width));
    lengths_ = decltype(lengths_)("isobar ell-t lengths", std::size_t(count_));
    fill(rows);
  }

  /// Stores the entries of all rows. It is public for nvcc, which takes no kernels from private functions.
  void fill(const CsrRows<T>& rows) const {
    const Int64 count = count_;
    const int threads = threads_;
    const auto values = values_;
    const auto columns = columns_;
    const auto lengths = lengths_;
    Kokkos::parallel_for(
        "isobar/ell_t_fill", AllRows(0, count), KOKKOS_LAMBDA(Int64 n) {
          int entry = 0;
          rows.visit(n, [&](Int64 place, T value) {
            const Int64 at = (entry / threads * count + n) * threads + entry % threads;
            columns(at) = int(place);
            values(at) = value;
            ++entry;
          });
          lengths(n) = static_cast<unsigned char>(entry);
        });
  }
  template <class Finish>
  void multiply(const std::string& label, const T* x, const Finish& finish) const {
    using Product = EllTProduct<T, Finish>;
    constexpr int rows_at_once = on_host ? 1 : Product::rows_a_team / 4;
    const TeamPolicy policy(int((count_ + Product::rows_a_team - 1) / Product::rows_a_team),
                            rows_at_once, on_host ? 1 : threads_);
    Kokkos::parallel_for(
        label, as_arguments(policy),
        Product{{count_, threads_, values_.data(), columns_.data(), lengths_.data()}, x, finish});
  }
  Int64 bytes() const { return Int64(values_.extent(0)) * Int64(sizeof(T) + sizeof(int)) + count_; }
  Int64 bytes_read() const { return entries_ * Int64(sizeof(T) + sizeof(int)) + count_; }

private:
  Int64 count_, entries_;
  int threads_;
  Kokkos::View<T*, MemorySpace> values_;
  Kokkos::View<int*, MemorySpace> columns_;
  Kokkos::View<unsigned char*, MemorySpace> lengths_;
};

} // namespace isobar
