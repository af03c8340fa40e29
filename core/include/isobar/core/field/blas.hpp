#pragma once
#include <isobar/core/field/field.hpp>

/// BLAS-1 on whole fields through Kokkos Kernels, for the solvers that do not fuse their vector
/// work. The calls run over padding and halo too (12 % more cells at n_x = 128 in double): they
/// are right as long as one factor of every product has a zero halo, which holds for fields
/// that only kernels have written, and the padding is always zero. This rank's share only.
namespace isobar {

///
/// The same on vectors that are no fields (`Flat`): all of their numbers.
template <class T> struct Blas {
  using Vector = FieldMemory<T>;
  using Flat = typename FieldMemory<T>::Flat;
  /// Numbers that Kokkos Kernels is given in one call: on GPUs it counts in 32 bits, and the dot product of two fields of
  /// 2^32 numbers came out wrong.
  static constexpr Int64 most_at_once = Int64(1) << 30;

  static double dot(const Flat& x, const Flat& y, Int64 at_once = most_at_once);
  /// y = a x + b y
  static void axpby(double a, const Flat& x, double b, const Flat& y, Int64 at_once = most_at_once);
  static void copy(const Flat& from, const Flat& to);
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
