#pragma once
#include "device/pack_shuffle.hpp"
#include "device/stencil.hpp"

/// Device functions of the bilinear prolongation. A pack of fine columns, the first of them even,
/// takes its correction from the coarse columns around it. It interpolates along y first, then
/// along x:
///
///     m_I = (3 c_I + y_I) / 4,   even child of I: (3 m_I + m_{I-1}) / 4,   odd: (3 m_I + m_{I+1}) / 4
///
/// c is the coarse row that contains the fine row; y is the next coarse row on the side of the fine
/// row. Along an axis that is not halved, nothing is interpolated.
namespace isobar {

/// The axes that the next coarser level halves, as a type: each combination has kernels of its own.
template <bool X, bool Y> struct Halved {
  static constexpr bool x = X, y = Y;
  /// Whether a coarse column or row at the end of the domain may cover a single fine one.
  static constexpr bool single_ends = false;
};
template <class H> struct WithSingleEnds : H { static constexpr bool single_ends = true; };
using HalvedBoth = Halved<true, true>;

/// Calls use(Halved) with the type for these axes.
template <class Use> void with_halved(Coarsening c, const Use& use) {
  if (c.x && c.y) use(HalvedBoth{});
  else if (c.x) use(Halved<true, false>{});
  else use(Halved<false, true>{});
}

/// Calls use() with the type for a level of nx x ny columns, with or without single ends. Kernels
/// whose rows and columns all have neighbours need no masks.
template <class Use> void with_halved(Coarsening c, int nx, int ny, const Use& use) {
  with_halved(c, [&]<class H>(H halved) {
    if ((H::x && nx % 2 == 1) || (H::y && ny % 2 == 1)) use(WithSingleEnds<H>{});
    else use(halved);
  });
}

/// Moves a coarse field's cells so that fine row j of patch `patch` of the sphere finds coarse row
/// j / 2. A fine patch has 2 n rows, and two rows between it and the next patch. A coarse patch has
/// n rows and two between. So a coarse patch begins one row later for each patch before it.
template <class S, Layout L>
KOKKOS_FORCEINLINE_FUNCTION void enter_patch(Cells<S, L>& coarse, const FieldStrides<L>& strides,
                                             int patch) {
  coarse.origin = coarse.origin + patch * strides.row;
}

/// Returns 3/4 of the near number plus 1/4 of the far one.
template <class T> KOKKOS_FORCEINLINE_FUNCTION T weighted(const T& near, const T& far) {
  return 0.75F * near + 0.25F * far;
}

/// Corrections of one layer of fine row j, from column i on. A pack of one column may begin
/// anywhere. Reads coarse halo cells.
template <class V, class S, Layout L = Layout::x_fastest, class H = HalvedBoth> class Correction {
public:
  KOKKOS_FORCEINLINE_FUNCTION Correction(const Cells<S, L>& coarse, const FieldStrides<L>& strides,
                                         int i, int k, int j)
      : odd_((i & 1) != 0) {
    own_ = coarse.at(strides.cell(H::x ? parent(i) : i, k, H::y ? parent(j) : j));
    near_ = own_ + ((j & 1) != 0 ? strides.row : -strides.row);
  }
  /// Returns the correction in the columns i .. i+W-1.
  KOKKOS_FORCEINLINE_FUNCTION V centre() const {
    if constexpr (!H::x) return m(0);
    else if constexpr (single) return weighted(m(0), m(odd_ ? 1 : -1));
    else return interleave(weighted(m(0), m(-1)), weighted(m(0), m(1)));
  }
  /// Returns the correction in the columns one further west (i-1 ..) or one further east (i+1 ..).
  KOKKOS_FORCEINLINE_FUNCTION V west() const {
    if constexpr (!H::x) return m(-1);
    else if constexpr (single) return odd_ ? weighted(m(0), m(-1)) : weighted(m(-1), m(0));
    else return interleave(weighted(m(-1), m(0)), weighted(m(0), m(-1)));
  }
  KOKKOS_FORCEINLINE_FUNCTION V east() const {
    if constexpr (!H::x) return m(1);
    else if constexpr (single) return odd_ ? weighted(m(1), m(0)) : weighted(m(0), m(1));
    else return interleave(weighted(m(0), m(1)), weighted(m(1), m(0)));
  }

private:
  static constexpr bool single = V::width == 1;
  using half = Pack<typename V::value_type, single || !H::x ? V::width : V::width / 2>;
  /// Returns floor(fine / 2), also for the halo's -1.
  KOKKOS_FORCEINLINE_FUNCTION static int parent(int fine) { return (fine + 2) / 2 - 1; }
  KOKKOS_FORCEINLINE_FUNCTION half m(int shift) const {
    if constexpr (!H::y) return load<half>(beside(own_, shift));
    else return weighted(load<half>(beside(own_, shift)), load<half>(beside(near_, shift)));
  }

  ColumnPointer<S, L> own_, near_;
  bool odd_;
};

} // namespace isobar
