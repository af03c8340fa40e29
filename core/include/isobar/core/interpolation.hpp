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
  KOKKOS_FORCEINLINE_FUNCTION Correction(const Cells<S>& coarse, int i, int k, int j) {
    const int own = (j + 2) / 2 - 1; // floor(j / 2), also for the halo row j = -1
    own_ = coarse.at(i / 2, k, own);
    near_ = coarse.at(i / 2, k, own + ((j & 1) != 0 ? 1 : -1));
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

/// u + P u_coarse as a source of the smoother: corrected where it is read, never stored.
template <class S> struct CorrectedCells {
  Cells<S> u, coarse;

  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(int i, int k, int j) const {
    return load<V>(u.at(i, k, j)) + Correction<V, S>(coarse, i, k, j).centre();
  }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V neighbours(const ColumnStencil<V>& c, int i, int k, int j) const {
    const Correction<V, S> here(coarse, i, k, j), south(coarse, i, k, j - 1),
        north(coarse, i, k, j + 1);
    return isobar::neighbours(c, u, i, k, j) +
           ((c.west * here.west() + c.east * here.east()) +
            (c.south * south.centre() + c.north * north.centre()));
  }
};

/// The same for a host's lane, which walks whole rows: each row is corrected once, when the walk
/// comes near it, into a ring of three rows that stays in cache.
template <class S> struct CorrectedRows {
  CorrectedCells<S> source;
  int nx, nz;
  S* ring = nullptr;

  std::size_t scratch_bytes() const { return 3 * source.u.row * sizeof(S); }
  S* at(int i, int k, int j) const {
    const std::ptrdiff_t row = (j + 3) % 3 * source.u.row;
    return ring + (row + k * source.u.level) + (i + row_alignment / int(sizeof(S)));
  }
  /// Corrects row j with its two halo columns, i = -1 and nx.
  template <class V> void prepare_row(int j) const {
    using Pair = Pack<typename V::value_type, 2>;
    for (int k = 0; k < nz; ++k) {
      for (int i = 0; i < nx; i += V::width)
        store(at(i, k, j), source.template value<V>(i, k, j), V::width);
      const Pair west = Correction<Pair, S>(source.coarse, 0, k, j).west();
      const Pair east = Correction<Pair, S>(source.coarse, nx - 2, k, j).east();
      *at(-1, k, j) = S(*source.u.at(-1, k, j) + west.get(0));
      *at(nx, k, j) = S(*source.u.at(nx, k, j) + east.get(1));
    }
  }
  template <class V> V value(int i, int k, int j) const { return load<V>(at(i, k, j)); }
  template <class V> V neighbours(const ColumnStencil<V>& c, int i, int k, int j) const {
    return isobar::neighbours(c, *this, i, k, j);
  }
};

} // namespace isobar
