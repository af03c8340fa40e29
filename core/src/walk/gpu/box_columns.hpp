#pragma once
#include "device/box_sources.hpp"
#include "device/mirrored_axis.hpp"
#include "walk/gpu/row_range.hpp"

/// How a thread of a march over a box reads fields, row after row from south to north: `count` layers of one column, from layer k0
/// on, of which up to two on either side may be images (mirrored_axis.hpp).
namespace isobar {

/// Where those layers lie.
template <int count> class ThreadLayers {
public:
  KOKKOS_FORCEINLINE_FUNCTION ThreadLayers(std::ptrdiff_t stride, const MirroredAxis& z, int k0)
      : stride_(stride), z_(z), k0_(k0), inside_(k0 >= 0 && k0 + count <= z.n) {}
  /// Loads them from column p, times a sign.
  template <class A, class S>
  KOKKOS_FORCEINLINE_FUNCTION void load(const S* p, A sign, A (&x)[count]) const {
    if (inside_) {
      p += k0_ * stride_;
      ISOBAR_UNROLL
      for (int q = 0; q < count; ++q) x[q] = sign * A(p[q * stride_]);
    } else {
      ISOBAR_UNROLL
      for (int q = 0; q < count; ++q) x[q] = image_sign<A>(q) * sign * A(p[place(q)]);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION bool inside() const { return inside_; }
  /// The layer whose image the q-th one is. Beyond two layers above the top: any.
  KOKKOS_FORCEINLINE_FUNCTION int layer(int q) const {
    const int k = k0_ + q;
    return k < z_.n + 2 ? z_.cell(k) : 0;
  }
  template <class A> KOKKOS_FORCEINLINE_FUNCTION A image_sign(int q) const {
    const int k = k0_ + q;
    return A(k < z_.n + 2 ? z_.sign_of(k) : 0);
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t place(int q) const { return layer(q) * stride_; }

  std::ptrdiff_t stride_;
  const MirroredAxis& z_;
  int k0_;
  bool inside_;
};

/// u of a source of box_sources.hpp.
template <class Source, class A, int count> class BoxColumnReader;

template <class S, class A, int count> class BoxColumnReader<StoredBox<S>, A, count> {
public:
  KOKKOS_FORCEINLINE_FUNCTION BoxColumnReader(const StoredBox<S>& source, int i,
                                              const MirroredAxis& z, int k0)
      : column_(source.u.origin + i), row_(source.strides.row),
        layers_(source.strides.layer, z, k0) {}
  KOKKOS_FORCEINLINE_FUNCTION void read(int j, A sign, A (&x)[count]) {
    layers_.load(column_ + j * row_, sign, x);
  }

private:
  const S* column_;
  std::ptrdiff_t row_;
  ThreadLayers<count> layers_;
};

template <class A, int count> class BoxColumnReader<ZeroBox, A, count> {
public:
  KOKKOS_FORCEINLINE_FUNCTION BoxColumnReader(const ZeroBox&, int, const MirroredAxis&, int) {}
  KOKKOS_FORCEINLINE_FUNCTION void read(int, A, A (&x)[count]) {
    ISOBAR_UNROLL
    for (int q = 0; q < count; ++q) x[q] = A(0);
  }
};

/// k0 is even. Two coarse rows stay in registers, interpolated along x: those that a fine row lies between. Each is read once.
template <class Own, class SC, class A, int count>
class BoxColumnReader<CorrectedBox<Own, SC, A>, A, count> {
  static_assert(count % 2 == 0);
  static constexpr int coarse_count = count / 2 + 2;
  using Source = CorrectedBox<Own, SC, A>;

public:
  KOKKOS_FORCEINLINE_FUNCTION BoxColumnReader(const Source& source, int i, const MirroredAxis& z,
                                              int k0)
      : source_(source), own_(source.own, i, z, k0), layers_(0, z, k0),
        near_(source.fine.x.at(AxisNumber::near, i)), far_(source.fine.x.at(AxisNumber::far, i)),
        column_(parents_of(i, true).near), beside_((i & 1) != 0 ? 1 : -1), k0_(k0 / 2 - 1) {}

  KOKKOS_FORCEINLINE_FUNCTION void read(int j, A sign, A (&x)[count]) {
    own_.read(j, sign, x);
    take_rows(j);
    const bool odd = (j & 1) != 0;
    const A near = sign * source_.fine.y.at(AxisNumber::near, j),
            far = sign * source_.fine.y.at(AxisNumber::far, j);
    const A south = odd ? near : far, north = odd ? far : near;
    A m[coarse_count];
    ISOBAR_UNROLL
    for (int n = 0; n < coarse_count; ++n) m[n] = south * south_[n] + north * north_[n];
    if (layers_.inside()) {
      ISOBAR_UNROLL
      for (int q = 0; q < count; ++q) {
        const int own = q / 2 + 1, beside = q % 2 == 0 ? own - 1 : own + 1;
        x[q] += A(0.75) * m[own] + A(0.25) * m[beside];
      }
    } else {
      add_at_sides(m, x);
    }
  }

private:
  /// Layers near the ground and the top, or beyond: the weights are those of the layer whose image one is.
  KOKKOS_FORCEINLINE_FUNCTION void add_at_sides(const A (&m)[coarse_count], A (&x)[count]) const {
    const int first = 2 * (k0_ + 1);
    A own[count];
    ISOBAR_UNROLL
    for (int q = 0; q < count; ++q) {
      const int k = layers_.layer(q), parent = q / 2 + 1;
      const A near = source_.fine.z.at(AxisNumber::near, k),
              far = source_.fine.z.at(AxisNumber::far, k);
      own[q] = near * m[parent] + far * m[q % 2 == 0 ? parent - 1 : parent + 1];
    }
    ISOBAR_UNROLL
    for (int q = 0; q < count; ++q) {
      const int image = layers_.layer(q) - first;
      A correction = own[q];
      ISOBAR_UNROLL
      for (int p = 0; p < count; ++p)
        if (p == image) correction = own[p];
      x[q] += layers_.template image_sign<A>(q) * correction;
    }
  }
  /// The coarse rows on both sides of fine row j.
  KOKKOS_FORCEINLINE_FUNCTION void take_rows(int j) {
    const int south = (j & 1) != 0 ? j / 2 : j / 2 - 1;
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
  KOKKOS_FORCEINLINE_FUNCTION void take_row(int j, A (&x)[coarse_count]) const {
    const SC* const row = source_.coarse.cells.origin + j * source_.coarse.row + column_;
    ISOBAR_UNROLL
    for (int n = 0; n < coarse_count; ++n) {
      const SC* const p = row + source_.coarse.inside(k0_ + n) * source_.coarse.layer;
      x[n] = near_ * A(p[0]) + far_ * A(p[beside_]);
    }
  }

  const Source& source_;
  BoxColumnReader<Own, A, count> own_;
  ThreadLayers<count> layers_;
  A near_, far_;
  int column_, beside_, k0_;
  int last_ = -1000; ///< the southern of the two rows
  A south_[coarse_count] = {}, north_[coarse_count] = {};
};

} // namespace isobar
