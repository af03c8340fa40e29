#pragma once
#include "sparse/ell_storage.hpp"

/// The products of formats with a thread for each row. The parameter `finish` uses a row's sum, and its given(n) reads the
/// other numbers that it needs. A kernel may call given(n) before it computes the sum, so that arithmetic hides the latency of
/// memory.
namespace isobar {

/// Computes y = addend + factor A x; addend may be null.
template <class T> struct Combine {
  struct Given {
    T addend;
  };
  T factor;
  const T* addend;
  T* y;
  KOKKOS_FORCEINLINE_FUNCTION Given given(Int64 n) const { return {addend ? addend[n] : T(0)}; }
  KOKKOS_FORCEINLINE_FUNCTION void operator()(Int64 n, T sum, const Given& g) const {
    y[n] = factor * sum + g.addend;
  }
};

/// Computes y = x + omega D^-1 (f - A x).
template <class T> struct JacobiStep {
  struct Given {
    T inverse, f, x;
  };
  T omega;
  const T *inverse, *f, *x;
  T* y;
  KOKKOS_FORCEINLINE_FUNCTION Given given(Int64 n) const { return {inverse[n], f[n], x[n]}; }
  KOKKOS_FORCEINLINE_FUNCTION void operator()(Int64 n, T sum, const Given& g) const {
    y[n] = g.x + omega * g.inverse * (g.f - sum);
  }
};

/// Computes y = A x and z = omega D^-1 y.
template <class T> struct StepFromZero {
  struct Given {
    T inverse;
  };
  T omega;
  const T* inverse;
  T *y, *z;
  KOKKOS_FORCEINLINE_FUNCTION Given given(Int64 n) const { return {inverse[n]}; }
  KOKKOS_FORCEINLINE_FUNCTION void operator()(Int64 n, T sum, const Given& g) const {
    y[n] = sum;
    z[n] = omega * g.inverse * sum;
  }
};

/// Rows without entries are not rows of the matrix: nothing is written for them.
template <class Rows, class T, class Finish> struct RowProduct {
  Rows rows;
  const T* x;
  Finish finish;
  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const int length = rows.length(n);
    if (length == 0) return;
    const auto given = finish.given(n);
    finish(n, rows.sum(n, length, x), given);
  }
};

template <class Rows, class T, class Finish>
void multiply_rows(const std::string& label, Int64 count, const Rows& rows, const T* x,
                   const Finish& finish) {
  Kokkos::parallel_for(label, AllRows(0, count), RowProduct<Rows, T, Finish>{rows, x, finish});
}

} // namespace isobar
