#pragma once
#include <isobar/core/stencil.hpp>

/// Device functions of the bilinear prolongation: how a pack of fine columns, the first of them
/// even, takes its correction from the coarse columns around it. Along y first, then along x:
///
///     m_I = (3 c_I + y_I) / 4,   even child of I: (3 m_I + m_{I-1}) / 4,   odd: (3 m_I + m_{I+1}) / 4
///
/// c is the coarse row that the fine row lies in, y the coarse row next to it on its side.
namespace isobar {

/// Corrections of one level of fine row j from columns i on. Reads coarse halo cells.
template <class V, class S> class Correction {
public:
  KOKKOS_FORCEINLINE_FUNCTION Correction(const Cells<S>& coarse, const Strides& strides, int i,
                                         int k, int j) {
    const int own = (j + 2) / 2 - 1; // floor(j / 2), also for the halo row j = -1
    own_ = coarse.at(strides.cell(i / 2, k, own));
    near_ = own_ + ((j & 1) != 0 ? strides.row : -strides.row);
  }
  /// Of the columns i .. i+W-1,
  KOKKOS_FORCEINLINE_FUNCTION V centre() const {
    return interleave(weighted(m(0), m(-1)), weighted(m(0), m(1)));
  }
  /// of the columns one further west (i-1 ..) and one further east (i+1 ..).
  KOKKOS_FORCEINLINE_FUNCTION V west() const {
    return interleave(weighted(m(-1), m(0)), weighted(m(0), m(-1)));
  }
  KOKKOS_FORCEINLINE_FUNCTION V east() const {
    return interleave(weighted(m(0), m(1)), weighted(m(1), m(0)));
  }

private:
  using T = typename V::value_type;
  using half = Pack<T, V::width / 2>;
  KOKKOS_FORCEINLINE_FUNCTION static half weighted(const half& near, const half& far) {
    return T(0.75) * near + T(0.25) * far;
  }
  KOKKOS_FORCEINLINE_FUNCTION half m(int shift) const {
    return weighted(load<half>(own_ + shift), load<half>(near_ + shift));
  }

  const S *own_, *near_;
};

} // namespace isobar
