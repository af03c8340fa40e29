#pragma once
#include "device/chunk_solve.hpp"
#include <isobar/core/launch/planned_grid.hpp>

#include <algorithm>

/// Where a march finds the layers of its chunks, and what chunks hand to each other.
namespace isobar {

/// Most of what a launch may carry along as arguments, 4 KiB with CUDA; the rest is left to the walk.
inline constexpr std::size_t most_arguments = 3200;

/// The numbers of all chunks, ChunkLayers L each, in the launch's arguments where they fit: constant
/// memory hands one number to all lanes of a warp, where the first-level cache fills a register for
/// each (a sixth of the smoother's traffic there).
template <class A, int Chunks, int L,
          bool Fits = Chunks * sizeof(ChunkLayers<A, L>) <= most_arguments>
class ChunkTable {
public:
  explicit ChunkTable(const LaunchPlan<A>& plan) {
    std::copy_n(plan.chunk_profile().numbers.data(), Chunks * L * 3, reinterpret_cast<A*>(layers_));
  }
  KOKKOS_FORCEINLINE_FUNCTION const ChunkLayers<A, L>& of(int chunk) const {
    return layers_[chunk];
  }

private:
  ChunkLayers<A, L> layers_[Chunks];
};
template <class A, int Chunks, int L> class ChunkTable<A, Chunks, L, false> {
public:
  explicit ChunkTable(const LaunchPlan<A>& plan)
      : layers_(reinterpret_cast<const ChunkLayers<A, L>*>(plan.chunk_profile().on_device.data())) {
  }
  KOKKOS_FORCEINLINE_FUNCTION const ChunkLayers<A, L>& of(int chunk) const {
    return layers_[chunk];
  }

private:
  const ChunkLayers<A, L>* layers_;
};

/// In scratch, what every chunk of a team makes of what enters it: slope x + share, two numbers a
/// thread. Each way has its own, as a thread may be a row ahead of another one.
template <class V, class Shape> struct ChunkMaps {
  static constexpr int size = 2 * Shape::threads;
  V* shares;
  KOKKOS_FORCEINLINE_FUNCTION void put(int thread, const V& slope, const V& share) const {
    shares[thread] = share;
    shares[thread + Shape::threads] = slope;
  }
  /// What enters the chunk of `thread` from those below, and from those above it.
  KOKKOS_FORCEINLINE_FUNCTION V from_below(int lane, int chunk) const {
    V x(typename V::value_type(0));
    ISOBAR_UNROLL
    for (int c = 0; c < Shape::chunks - 1; ++c) x = passed(x, c, lane, c < chunk);
    return x;
  }
  KOKKOS_FORCEINLINE_FUNCTION V from_above(int lane, int chunk) const {
    V x(typename V::value_type(0));
    ISOBAR_UNROLL
    for (int c = Shape::chunks - 1; c > 0; --c) x = passed(x, c, lane, c > chunk);
    return x;
  }

private:
  /// x beyond a chunk if it `passes` that; nothing is read otherwise.
  KOKKOS_FORCEINLINE_FUNCTION V passed(const V& x, int chunk, int lane, bool passes) const {
    using A = typename V::value_type;
    const int thread = chunk * Shape::lanes + lane;
    V slope(A(1)), share(A(0));
    if (passes) slope = shares[thread + Shape::threads], share = shares[thread];
    return share + slope * x;
  }
};

} // namespace isobar
