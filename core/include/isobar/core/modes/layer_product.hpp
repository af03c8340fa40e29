#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/modes/target.hpp>
#include <isobar/core/modes/vertical_modes.hpp>

#include <string>

namespace isobar {

using ModeOrder = Kokkos::View<int*, MemorySpace>;

/// A matrix that multiplies each column of a field, in the arithmetic type A.
template <class A> class LayerMatrix {
public:
  /// The entries (n, l), n fastest, padded with zeros to whole tiles: out_n = sum over l of (n, l)
  /// in_l.
  using View = Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>;

  LayerMatrix() = default;
  /// Allocates the matrix for nz layers and as many modes.
  explicit LayerMatrix(int nz);
  /// Device bytes.
  static Int64 bytes(int nz);

  /// Sets the matrix from layers to modes. order(n) is the mode at place n of a field.
  void set_forward(const VerticalModes::Vectors& vectors, const ModeOrder& order);
  /// Sets the matrix from modes to layers, with order(n) as in set_forward().
  void set_back(const VerticalModes::Vectors& vectors, const ModeOrder& order);
  const View& numbers() const { return numbers_; }

private:
  View numbers_;
};

/// Multiplies the owned cells of a field by a matrix, column by column.
template <class A, class S, class R> struct LayerProduct {
  /// Computes out = factor * matrix * in, or adds this to out. S and R are the types of numbers
  /// in memory. The product takes 1 + S / R references of R, and 2 n_z operations a number.
  static void apply(const std::string& label, const LayerMatrix<A>& matrix, const Field<S>& in,
                    const Field<R>& out, double factor = 1.0, Target target = Target::overwrite);
};

} // namespace isobar
