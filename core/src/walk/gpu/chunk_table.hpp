#pragma once
#include "device/chunk_solve.hpp"
#include <isobar/core/launch/planned_grid.hpp>

#include <algorithm>

/// Where a march finds the layers of its chunks.
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
    static_assert(sizeof(ChunkLayers<A, L>) == chunk_stride<A>(L) * sizeof(A));
    std::copy_n(plan.chunk_profile().numbers.data(), Chunks * chunk_stride<A>(L),
                reinterpret_cast<A*>(layers_));
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

} // namespace isobar
