#pragma once
#include "box/box_sources.hpp"
#include "walk/gpu/row_range.hpp"

/// How a thread of a march over a box reads the u of its source (box_sources.hpp), row after row from south to north: `count` layers of one
/// column, from layer k0 on, which is even.
namespace isobar {

/// Where those layers lie in a field, in numbers from layer 0. Layers that do not exist have no weight.
template <int count> struct ThreadLayers {
  std::ptrdiff_t stride;
  WholeAxis z;
  int k0;
  bool all; ///< they all exist, so nothing has to be chosen
  KOKKOS_FORCEINLINE_FUNCTION ThreadLayers(std::ptrdiff_t stride, const WholeAxis& z, int k0)
      : stride(stride), z(z), k0(k0), all(k0 >= 0 && k0 + count <= z.n) {}
  /// The layer that stands for layer k0 + q.
  KOKKOS_FORCEINLINE_FUNCTION int near(int q) const {
    const int k = k0 + q;
    return k < -z.n || k >= 2 * z.n ? 0 : z.inside(k);
  }
  /// Loads them from column p.
  template <class A, class S>
  KOKKOS_FORCEINLINE_FUNCTION void load(const S* p, A (&x)[count]) const {
    if (all) {
      ISOBAR_UNROLL
      for (int q = 0; q < count; ++q) x[q] = A(p[(k0 + q) * stride]);
    } else {
      ISOBAR_UNROLL
      for (int q = 0; q < count; ++q) x[q] = A(p[near(q) * stride]);
    }
  }
};

template <class Source, class A, int count> class BoxColumnReader;

template <class S, class A, int count> class BoxColumnReader<StoredBox<S>, A, count> {
public:
  KOKKOS_FORCEINLINE_FUNCTION BoxColumnReader(const StoredBox<S>& source, int i, const WholeAxis& z,
                                              int k0)
      : column_(source.u.origin + i), row_(source.strides.row),
        layers_(source.strides.layer, z, k0) {}
  /// Loads a row; nobody waits for it.
  KOKKOS_FORCEINLINE_FUNCTION void load(int j, A (&x)[count]) {
    layers_.load(column_ + j * row_, x);
  }
  /// Makes u of what was loaded.
  KOKKOS_FORCEINLINE_FUNCTION void complete(int, A (&)[count]) {}

private:
  const S* column_;
  std::ptrdiff_t row_;
  ThreadLayers<count> layers_;
};

template <class A, int count> class BoxColumnReader<ZeroBox, A, count> {
public:
  KOKKOS_FORCEINLINE_FUNCTION BoxColumnReader(const ZeroBox&, int, const WholeAxis&, int) {}
  KOKKOS_FORCEINLINE_FUNCTION void load(int, A (&x)[count]) {
    ISOBAR_UNROLL
    for (int q = 0; q < count; ++q) x[q] = A(0);
  }
  KOKKOS_FORCEINLINE_FUNCTION void complete(int, A (&)[count]) {}
};

/// Two coarse rows stay in registers, interpolated along x: those that the next fine row lies between. Each is read once.
template <class Own, class SC, class A, bool alike, int count>
class BoxColumnReader<CorrectedBox<Own, SC, A, alike>, A, count> {
  static_assert(count % 2 == 0);
  static constexpr int coarse_count = count / 2 + 2;
  using Source = CorrectedBox<Own, SC, A, alike>;

public:
  KOKKOS_FORCEINLINE_FUNCTION BoxColumnReader(const Source& source, int i, const WholeAxis& z,
                                              int k0)
      : source_(source), own_(source.own, i, z, k0), z_(z),
        near_(source.fine.x.at(AxisNumber::near, i)), far_(source.fine.x.at(AxisNumber::far, i)),
        column_(parents_of(i, true).near), beside_((i & 1) != 0 ? 1 : -1), k0_(k0 / 2 - 1) {}

  /// Fetches the coarse row into the second-level cache that complete() will want.
  KOKKOS_FORCEINLINE_FUNCTION void load(int j, A (&x)[count]) {
    own_.load(j, x);
    if ((j & 1) == 0 || (j + 1) / 2 + 1 > source_.coarse_ny) return;
    const SC* const row = coarse_row((j + 1) / 2 + 1);
    for_layers([&](int, std::ptrdiff_t layer) { will_read(row + layer); });
  }
  KOKKOS_FORCEINLINE_FUNCTION void complete(int j, A (&x)[count]) {
    take_rows(j);
    const bool odd = (j & 1) != 0;
    const A near = source_.fine.y.at(AxisNumber::near, j),
            far = source_.fine.y.at(AxisNumber::far, j);
    const A south = odd ? near : far, north = odd ? far : near;
    A m[coarse_count];
    ISOBAR_UNROLL
    for (int n = 0; n < coarse_count; ++n) m[n] = south * south_[n] + north * north_[n];
    const int first = 2 * (k0_ + 1); // layer
    if (alike && first >= 2 && first + count + 2 <= z_.n) {
      ISOBAR_UNROLL
      for (int q = 0; q < count; ++q) x[q] += A(0.75) * m[q / 2 + 1] + A(0.25) * m[far_of(q)];
    } else {
      ISOBAR_UNROLL
      for (int q = 0; q < count; ++q) {
        const int k = first + q, inside = k < -z_.n || k >= 2 * z_.n ? 0 : z_.inside(k);
        x[q] += source_.fine.z.at(AxisNumber::near, inside) * m[q / 2 + 1] +
                source_.fine.z.at(AxisNumber::far, inside) * m[far_of(q)];
      }
    }
  }

private:
  static constexpr KOKKOS_FORCEINLINE_FUNCTION int far_of(int q) {
    return q % 2 == 0 ? q / 2 : q / 2 + 2;
  }
  /// The coarse rows on both sides of fine row j, from the halo's -1 on.
  KOKKOS_FORCEINLINE_FUNCTION void take_rows(int j) {
    const int south = (j + 1) / 2 - 1;
    if (south == last_) return;
    if (south == last_ + 1) {
      ISOBAR_UNROLL
      for (int n = 0; n < coarse_count; ++n) south_[n] = north_[n];
    } else {
      take_row(south, south_);
    }
    take_row(south + 1, north_);
    last_ = south;
  }
  KOKKOS_FORCEINLINE_FUNCTION const SC* coarse_row(int j) const {
    return source_.coarse.cells.origin + j * source_.coarse.row + column_;
  }
  /// visit(n, place of the n-th coarse layer in a field). Where all of them exist nothing is chosen.
  template <class Visit> KOKKOS_FORCEINLINE_FUNCTION void for_layers(const Visit& visit) const {
    const CoarseCells<SC>& coarse = source_.coarse;
    if (k0_ >= 0 && k0_ + coarse_count <= coarse.nz) {
      ISOBAR_UNROLL
      for (int n = 0; n < coarse_count; ++n) visit(n, (k0_ + n) * coarse.layer);
    } else {
      ISOBAR_UNROLL
      for (int n = 0; n < coarse_count; ++n) visit(n, coarse.inside(k0_ + n) * coarse.layer);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void take_row(int j, A (&x)[coarse_count]) const {
    const SC* const row = coarse_row(j);
    for_layers([&](int n, std::ptrdiff_t layer) {
      x[n] = near_ * A(row[layer]) + far_ * A(row[layer + beside_]);
    });
  }

  const Source& source_;
  BoxColumnReader<Own, A, count> own_;
  const WholeAxis& z_;
  A near_, far_;
  int column_, beside_, k0_;
  int last_ = -1000; ///< the southern of the two rows
  A south_[coarse_count] = {}, north_[coarse_count] = {};
};

} // namespace isobar
