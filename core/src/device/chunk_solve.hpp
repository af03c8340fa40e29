#pragma once
#include <isobar/core/grid/layers.hpp>

#include <limits>
#include <vector>

/// Device functions of the vertical solve for threads that share a column. They solve the system of
/// tridiag.hpp, and each thread has L layers of the column in registers. They are pure: they launch
/// nothing and use no memory.
///
/// Write the ratio e_k / b_k of tridiag.hpp as a fraction N_k / (b_k q_k). Then the pivots are
/// p_k = b_k q_{k+1} / q_k with
///
///     N_k = (t a_k + s d_k) q_k + N_{k-1},     q_{k+1} = q_k + N_k / b_k :
///
/// The numbers q solve the column's rows without a right-hand side from the ground up, where
/// N_{-1} = c_0. The recurrence has neither a subtraction nor a division. The links b_k / p_k
/// telescope, and both sweeps are sums:
///
///     Z_k = Z_{k-1} + q_k g_k,     X_k = X_{k+1} + Z_k / (b_k q_k q_{k+1}),     x_k = q_k X_k.
///
/// A chunk starts its own q from 1 on its first layer. In either sweep, one number enters the chunk
/// from the other chunks and is added to all sums of the chunk. The number that leaves it is
/// shrink() * entering + its share. With every layer q grows by the factor p_k / b_k. It is large
/// if layers couple weakly, that is, if the horizontal coupling is strong. In float, q starts from
/// 1 again every few layers (layers_to_restart), and sums are scaled by 1 / q there. If the growth
/// between two starts leaves the range of a number (most_growth), one lane solves the column.
namespace isobar {

/// Returns the stride in memory from a chunk of L layers to the next, in numbers. It is three a
/// layer, rounded up to words of 16 bytes.
template <class A> constexpr int chunk_stride(int L) {
  constexpr int word = 16 / int(sizeof(A));
  return (3 * L + word - 1) / word * word;
}

/// The numbers that a chunk needs of its L layers, as they lie in memory.
template <class A, int L> struct alignas(16) ChunkLayers {
  A excess[L][2]; ///< a and d
  A inverse_b[L];
  KOKKOS_FORCEINLINE_FUNCTION A a(int l) const { return excess[l][0]; }
  KOKKOS_FORCEINLINE_FUNCTION A d(int l) const { return excess[l][1]; }
};

/// Returns the number that replaces the top layer's b if that is 0, so that kernels can divide by
/// it. It is too small to change a pivot of a column whose t is at least `reaction`.
template <class A>
A unseen_coupling(const std::vector<LayerCoefficients<A>>& layers, int nz, A reaction) {
  A a = layers[std::size_t(nz) - 1]
            .a; // if it is 0 for lack of a reaction, that of a lower layer replaces it
  for (int k = nz - 2; k >= 0 && double(a) == 0.0; --k) a = layers[std::size_t(k)].a;
  if (double(a) == 0.0) a = layers[0].d; // no layer has a reaction
  return a * std::numeric_limits<A>::epsilon() / 4 * (double(reaction) < 1.0 ? reaction : A(1));
}

/// Returns the ChunkLayers of a column of nz layers: `chunks` of them, each with L layers, one
/// after the other. The top layer's b is unseen_coupling() if it is 0. Above the top layer, q stays
/// as it is and X is 0. In: `reaction`, the least t of all columns.
template <class A>
std::vector<A> chunk_numbers(const std::vector<LayerCoefficients<A>>& layers, int nz, int chunks,
                             int L, A reaction = A(1)) {
  const std::size_t length = L, count = nz, stride = chunk_stride<A>(L);
  const A unseen = unseen_coupling(layers, nz, reaction);
  std::vector<A> numbers(chunks * stride);
  for (std::size_t k = 0; k < count; ++k) {
    const LayerCoefficients<A>& layer = layers[k];
    const std::size_t l = k % length;
    A* const chunk = numbers.data() + k / length * stride;
    chunk[2 * l] = layer.a;
    chunk[2 * l + 1] = layer.d;
    chunk[2 * length + l] = A(1) / (double(layer.b) > 0.0 ? layer.b : unseen);
  }
  return numbers;
}

/// Returns the number of layers from a start of q to the next in a chunk of L layers.
template <class A> constexpr int layers_to_restart(int L) {
  return sizeof(A) == sizeof(float) && L > 4 ? 4 : L;
}
/// The largest factor by which q may grow between two starts, except in the top layer. Right-hand
/// sides and solutions keep as many orders of magnitude on either side.
template <class A> inline constexpr double most_growth = sizeof(A) == sizeof(float) ? 1e16 : 1e150;

template <class V, int L> struct ColumnChunk {
  using A = typename V::value_type;
  using Layers = ChunkLayers<A, L>;
  static constexpr int block = layers_to_restart<A>(L), blocks = (L + block - 1) / block;
  V growth[L];       ///< q_k
  V value[L];        ///< g_k before upward(), Z_k of this chunk alone after, X_k after eliminate()
  V leaving;         ///< X_k of the lowest layer, after eliminate()
  V shrinks[blocks]; ///< 1 / q beyond the last layer of each block, after which q starts again

  /// Returns 1 / q beyond the last layer, as if q had started only once.
  KOKKOS_FORCEINLINE_FUNCTION V shrink() const {
    V all = shrinks[0];
    ISOBAR_UNROLL
    for (int n = 1; n < blocks; ++n) all = all * shrinks[n];
    return all;
  }
  /// Computes q. In: `seed` = N_{k-1} / q_k below the chunk, which is c_0 on the ground.
  KOKKOS_FORCEINLINE_FUNCTION void factorise(const Layers& layers, const V& s, const V& t,
                                             const V& seed) {
    V n = seed, q = V(A(1));
    ISOBAR_UNROLL
    for (int l = 0; l < L; ++l) {
      growth[l] = q;
      n = n + (layers.a(l) * t + layers.d(l) * s) * q;
      q = q + layers.inverse_b[l] * n;
      if (!ends_block(l)) continue;
      shrinks[l / block] = reciprocal(q);
      n = n * shrinks[l / block];
      q = V(A(1));
    }
  }
  /// Computes Z of this chunk alone. Returns its share in the number that leaves the chunk upwards:
  /// Z / q beyond the last layer.
  KOKKOS_FORCEINLINE_FUNCTION V upward() {
    ISOBAR_UNROLL
    for (int l = 1; l < L; ++l)
      value[l] = (starts_block(l) ? shrinks[l / block - 1] * value[l - 1] : value[l - 1]) +
                 growth[l] * value[l];
    return shrinks[blocks - 1] * value[L - 1];
  }
  /// Computes X. Returns the chunk's share of <g, x> = sum of Z_k^2 / (b_k q_k q_{k+1}), which is
  /// known before x is. Above the top, g must be 0.
  KOKKOS_FORCEINLINE_FUNCTION V eliminate(const Layers& layers, const V& below) {
    return eliminate(layers, below, [](int, const V& x, const V&) { return x; });
  }
  /// Eliminates like the function above if a number r_l is added to the solution of each own layer
  /// l. with(l, X_l, 1 / q_l) returns X_l + r_l / q_l.
  template <class With>
  KOKKOS_FORCEINLINE_FUNCTION V eliminate(const Layers& layers, const V& below, const With& with) {
    V entering[blocks];
    entering[0] = below;
    ISOBAR_UNROLL
    for (int n = 1; n < blocks; ++n) entering[n] = shrinks[n - 1] * entering[n - 1];
    V x(A(0)), energy(A(0)), inverse;
    ISOBAR_UNROLL
    for (int l = L - 1; l >= 0; --l) {
      if (ends_block(l)) {
        inverse = shrinks[l / block];
        x = inverse * x;
      }
      const V z = value[l] + entering[l / block], beyond = layers.inverse_b[l] * inverse;
      if (!starts_block(l)) inverse = reciprocal(growth[l]);
      const V share = z * (starts_block(l) ? beyond : beyond * inverse);
      energy = energy + share * z;
      x = x + share;
      value[l] = with(l, x, starts_block(l) ? V(A(1)) : inverse);
    }
    leaving = x;
    return energy;
  }
  /// Returns the chunk's share in the number that leaves it downwards: x of the first layer, after
  /// eliminate().
  KOKKOS_FORCEINLINE_FUNCTION V downward() const { return leaving; }
  /// Calls use(l, x_l) with the solution of each own layer l.
  template <class Use>
  KOKKOS_FORCEINLINE_FUNCTION void substitute(const V& above, const Use& use) const {
    V x = above;
    ISOBAR_UNROLL
    for (int l = L - 1; l >= 0; --l) {
      if (ends_block(l)) x = shrinks[l / block] * x;
      use(l, growth[l] * (value[l] + x));
    }
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION static constexpr bool starts_block(int l) { return l % block == 0; }
  KOKKOS_FORCEINLINE_FUNCTION static constexpr bool ends_block(int l) {
    return l + 1 == L || starts_block(l + 1);
  }
};

} // namespace isobar
