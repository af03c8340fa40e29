#pragma once
#include <isobar/core/profile.hpp>

#include <limits>

/// Device functions of the vertical solve for threads that share a column: the system of
/// tridiag.hpp, each thread with L of its levels in registers. Pure: no launch, no memory.
///
/// With the links m_k = b_k / p_k (and c_k = b_{k-1}) the two sweeps are
///
///     z_k = g_k + m_{k-1} z_{k-1},     x_k = z_k / p_k + m_k x_{k+1},
///
/// both affine in what enters the chunk. So every thread first runs its sweep from 0 and hands its
/// map to the others, composes the maps of those before it, and runs it again from there.
namespace isobar {

/// What a chunk needs of a level. The top level's b is not 0 but too small to change a pivot, so
/// that it can be divided by like the others.
template <class A> struct alignas(4 * sizeof(A)) ChunkCoefficients {
  A a, d, b, inverse_b;
  static ChunkCoefficients of(const LevelCoefficients<A>& level, bool top) {
    constexpr A epsilon = std::numeric_limits<A>::epsilon();
    const A unseen = level.a * epsilon * epsilon; // beside a + s d + ..., whatever lies above
    const A b = top ? unseen : level.b;
    return {level.a, level.d, b, A(1) / b};
  }
};

/// x -> slope x + offset; a GPU's thread reads another one's with one instruction.
template <class V> struct alignas(on_host ? alignof(V) : 2 * sizeof(V)) Affine {
  V slope, offset;
  KOKKOS_FORCEINLINE_FUNCTION V operator()(const V& x) const { return offset + slope * x; }
};

template <class V, int L> struct ColumnChunk {
  V link[L];  ///< m_k
  V value[L]; ///< g_k before eliminate(), z_k / p_k after
  V entry;    ///< m_{k-1} of the first level

  /// The links, from the ratio e_{k-1} / p_{k-1} below the chunk (its seed, 0 on the ground).
  /// With that ratio as a fraction n/q there is no division in the recurrence, so the L
  /// reciprocals do not wait for each other:
  ///
  ///     n' = (a_k + s d_k) q + b_{k-1} n,   q' = n' + b_k q,   m_k = b_k q / q'.
  ///
  /// q grows with every level; it is divided out before it can leave the range of a number.
  /// `level` points to the first level; the one before it is read too.
  template <class A>
  KOKKOS_FORCEINLINE_FUNCTION void factorise(const ChunkCoefficients<A>* level, const V& s,
                                             const V& seed) {
    constexpr int growing = sizeof(A) == sizeof(float) ? 4 : 16;
    V n = seed, q = V(A(1));
    entry = V(A(1)) - seed;
    A below = level[-1].b;
    ISOBAR_UNROLL
    for (int l = 0; l < L; ++l) {
      const ChunkCoefficients<A> c = level[l];
      const V excess = c.a + c.d * s;
      const V carried = below * n;
      const V n_next = excess * q + carried;
      const V q_next = (excess + V(c.b)) * q + carried; // n' + b q, without waiting for n'
      const V r = reciprocal(q_next);
      link[l] = (c.b * q) * r;
      const bool rescale = (l + 1) % growing == 0;
      n = rescale ? n_next * r : n_next;
      q = rescale ? V(A(1)) : q_next;
      below = c.b;
    }
  }
  /// z of the last level as a function of z below the chunk.
  KOKKOS_FORCEINLINE_FUNCTION Affine<V> upward() const {
    Affine<V> map{entry, value[0]};
    ISOBAR_UNROLL
    for (int l = 1; l < L; ++l)
      map = {link[l - 1] * map.slope, value[l] + link[l - 1] * map.offset};
    return map;
  }
  /// Returns the chunk's share of <g, x> = sum of z_k^2 / p_k, known before x is; g is to be 0
  /// above the top for that.
  template <class A>
  KOKKOS_FORCEINLINE_FUNCTION V eliminate(const ChunkCoefficients<A>* level, const V& below) {
    V z = below, factor = entry, energy(A(0));
    ISOBAR_UNROLL
    for (int l = 0; l < L; ++l) {
      z = value[l] + factor * z;
      value[l] = (link[l] * level[l].inverse_b) * z;
      factor = link[l];
      energy = energy + value[l] * z;
    }
    return energy;
  }
  /// x of the first level as a function of x above the chunk; after eliminate().
  KOKKOS_FORCEINLINE_FUNCTION Affine<V> downward() const {
    Affine<V> map{link[L - 1], value[L - 1]};
    ISOBAR_UNROLL
    for (int l = L - 2; l >= 0; --l) map = {link[l] * map.slope, value[l] + link[l] * map.offset};
    return map;
  }
  /// Hands the solution to use(l, x_l), top level first.
  template <class Use>
  KOKKOS_FORCEINLINE_FUNCTION void substitute(const V& above, const Use& use) const {
    V x = above;
    ISOBAR_UNROLL
    for (int l = L - 1; l >= 0; --l) {
      x = value[l] + link[l] * x;
      use(l, x);
    }
  }
};

} // namespace isobar
