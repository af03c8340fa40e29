#pragma once
#include "matrix/ell_storage.hpp"

/// The products of formats whose rows a thread each computes: what is made of a row's sum is a parameter.
namespace isobar {

/// y = addend + factor A x; addend may be null.
template <class T> struct Combine {
  T factor;
  const T* addend;
  T* y;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(Int64 n, T sum) const {
    y[n] = factor * sum + (addend ? addend[n] : T(0));
  }
};

/// y = x + omega D^-1 (f - A x)
template <class T> struct JacobiStep {
  T omega;
  const T *inverse, *f, *x;
  T* y;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(Int64 n, T sum) const {
    y[n] = x[n] + omega * inverse[n] * (f[n] - sum);
  }
};

/// y = A x and z = omega D^-1 y
template <class T> struct StepFromZero {
  T omega;
  const T* inverse;
  T *y, *z;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(Int64 n, T sum) const {
    y[n] = sum;
    z[n] = omega * inverse[n] * sum;
  }
};

/// Rows without entries are no rows of the matrix: nothing is written there.
template <class Rows, class T, class Finish> struct RowProduct {
  Rows rows;
  const T* x;
  Finish finish;
  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const int length = rows.length(n);
    if (length > 0) finish(n, rows.sum(n, length, x));
  }
};

template <class Rows, class T, class Finish>
void multiply_rows(const std::string& label, Int64 count, const Rows& rows, const T* x,
                   const Finish& finish) {
  Kokkos::parallel_for(label, AllRows(0, count), RowProduct<Rows, T, Finish>{rows, x, finish});
}

} // namespace isobar
