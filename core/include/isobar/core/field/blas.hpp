#pragma once
#include <isobar/core/field/field.hpp>

/// BLAS-1 on whole fields through Kokkos Kernels, for the solvers that do not fuse their vector
/// work. The calls run over padding and halo too (12 % more cells at n_x = 128 in double): they
/// are right as long as one factor of every product has a zero halo, which holds for fields
/// that only kernels have written, and the padding is always zero. This rank's share only.
namespace isobar {

template <class T> struct Blas {
  using Vector = FieldMemory<T>;

  static double dot(const Vector& x, const Vector& y);
  /// y = a x + b y
  static void axpby(double a, const Vector& x, double b, const Vector& y);
  static void copy(const Vector& from, const Vector& to);
  static void set_zero(const Vector& x);
};

} // namespace isobar
