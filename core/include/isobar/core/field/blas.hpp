#pragma once
#include <isobar/core/field/field.hpp>

/// BLAS-1 on whole fields through Kokkos Kernels, for solvers without fused vector operations. The
/// calls also run over padding and halo (12 % more cells at n_x = 128 in double). A product is
/// correct if one of its factors has a zero halo. Fields that only kernels have written have a zero
/// halo, and padding is always zero. Sums are this rank's share.
namespace isobar {

/// BLAS-1 on fields, and on vectors that are not fields (`Flat`), which it treats as a whole.
template <class T> struct Blas {
  using Vector = FieldMemory<T>;
  using Flat = typename FieldMemory<T>::Flat;
  /// The most numbers for one call of Kokkos Kernels. The library counts in 32 bits on GPUs, so its
  /// dot product of two fields of 2^32 numbers is wrong.
  static constexpr Int64 most_at_once = Int64(1) << 30;

  /// Returns the scalar product on this rank.
  static double dot(const Flat& x, const Flat& y, Int64 at_once = most_at_once);
  /// Computes y = a x + b y.
  static void axpby(double a, const Flat& x, double b, const Flat& y, Int64 at_once = most_at_once);
  /// Copies all numbers.
  static void copy(const Flat& from, const Flat& to);
  /// Sets all numbers to 0.
  static void set_zero(const Flat& x);

  static double dot(const Vector& x, const Vector& y, Int64 at_once = most_at_once) {
    return dot(x.flat(), y.flat(), at_once);
  }
  static void axpby(double a, const Vector& x, double b, const Vector& y,
                    Int64 at_once = most_at_once) {
    axpby(a, x.flat(), b, y.flat(), at_once);
  }
  static void copy(const Vector& from, const Vector& to) { copy(from.flat(), to.flat()); }
  static void set_zero(const Vector& x) { set_zero(x.flat()); }
};

} // namespace isobar
