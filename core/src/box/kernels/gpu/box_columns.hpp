#pragma once
#include "box/box_sources.hpp"
#include "walk/gpu/row_range.hpp"

/// Readers of u for a thread of a march over a box, one for each source of box_sources.hpp. A thread reads `count` layers of
/// one column from layer k0 on, row after row from south to north.
namespace isobar {

/// The offsets of a thread's layers in a field, in array elements from layer 0. Layers that do not exist have no weight.
template <int count> struct ThreadLayers {
  std::ptrdiff_t stride;
  WholeAxis z;
  int k0;
  bool all; ///< whether all layers exist, so that none is replaced
  KOKKOS_FORCEINLINE_FUNCTION ThreadLayers(std::ptrdiff_t stride, const WholeAxis& z, int k0)
      : stride(stride), z(z), k0(k0), all(k0 >= 0 && k0 + count <= z.n) {}
  /// Returns the layer that replaces layer k0 + q.
  KOKKOS_FORCEINLINE_FUNCTION int near(int q) const {
    const int k = k0 + q;
    return k < -z.n || k >= 2 * z.n ? 0 : z.inside(k);
  }
  /// Loads the layers from column p.
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
  KOKKOS_FORCEINLINE_FUNCTION void load(int j, A (&x)[count]) const {
    layers_.load(column_ + j * row_, x);
  }

private:
  const S* column_;
  std::ptrdiff_t row_;
  ThreadLayers<count> layers_;
};

template <class A, int count> class BoxColumnReader<ZeroBox, A, count> {
public:
  KOKKOS_FORCEINLINE_FUNCTION BoxColumnReader(const ZeroBox&, int, const WholeAxis&, int) {}
  KOKKOS_FORCEINLINE_FUNCTION void load(int, A (&x)[count]) const {
    ISOBAR_UNROLL
    for (int q = 0; q < count; ++q) x[q] = A(0);
  }
};

} // namespace isobar
