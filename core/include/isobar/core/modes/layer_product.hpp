#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/modes/target.hpp>
#include <isobar/core/modes/vertical_modes.hpp>

#include <string>

namespace isobar {

using ModeOrder = Kokkos::View<int*, MemorySpace>;

/// A matrix that multiplies each column of a field, in the arithmetic A of the product.
template <class A> class LayerMatrix {
public:
  /// Numbers (n, l), n fastest and padded with zeros to whole tiles: out_n = sum over l of (n, l) in_l.
  using View = Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>;

  LayerMatrix() = default;
  /// For nz layers and as many modes.
  explicit LayerMatrix(int nz);
  /// Device bytes.
  static Int64 bytes(int nz);

  /// The matrix from layers to modes: order(n) is the mode at place n of a field.
  void set_forward(const VerticalModes::Vectors& vectors, const ModeOrder& order);
  /// The matrix from modes to layers.
  void set_back(const VerticalModes::Vectors& vectors, const ModeOrder& order);
  const View& numbers() const { return numbers_; }

private:
  View numbers_;
};

/// out = factor x matrix in, or out += that, column by column, for owned cells. S and R
/// are numbers in memory. Takes 1 + S / R references of R and 2 n_z operations a number.
template <class A, class S, class R> struct LayerProduct {
  static void apply(const std::string& label, const LayerMatrix<A>& matrix, const Field<S>& in,
                    const Field<R>& out, double factor = 1.0, Target target = Target::overwrite);
};

} // namespace isobar
