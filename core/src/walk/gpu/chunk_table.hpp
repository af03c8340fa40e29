#pragma once
#include "device/chunk_solve.hpp"
#include <isobar/core/launch/planned_grid.hpp>

#include <algorithm>

/// Where a march finds the layers of its chunks.
namespace isobar {

/// The most bytes that a chunk table may take of a launch's arguments. CUDA allows 4 KiB in all,
/// and the walk needs the rest.
inline constexpr std::size_t most_arguments = 3200;

/// The numbers of all chunks, with ChunkLayers of L layers for each chunk. They are in the launch's
/// arguments if they fit. Constant memory gives one number to all lanes of a warp. The first-level
/// cache fills a register for each lane, and this would be a sixth of the smoother's traffic there.
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

/// The table of a team that marches. Where the table is not among the arguments, the team copies it
/// to scratch, if `free` bytes of scratch are enough. Loads from memory would wait for the row's
/// inputs, which are on their way.
template <class A, class Shape, std::size_t free> class TeamChunks {
  static constexpr std::size_t all = Shape::chunks * sizeof(ChunkLayers<A, Shape::layers>);
  static constexpr int words = int(all / sizeof(A));

public:
  using Layers = ChunkLayers<A, Shape::layers>;
  static constexpr bool copied = all > most_arguments&& all <= free;
  static constexpr std::size_t scratch_bytes = copied ? all : 0;
  explicit TeamChunks(const LaunchPlan<A>& plan) : table_(plan) {}

  /// Returns the layers of a thread's chunk. If the table is `copied`, the team has to meet before
  /// it reads them.
  template <class Place>
  KOKKOS_FORCEINLINE_FUNCTION const Layers& of([[maybe_unused]] A* scratch,
                                               const Place& place) const {
    if constexpr (!copied) {
      return table_.of(place.chunk);
    } else {
      const A* const all_numbers = table_.of(0).excess[0];
      for (int n = place.thread; n < words; n += Shape::threads) scratch[n] = all_numbers[n];
      return reinterpret_cast<const Layers*>(scratch)[place.chunk];
    }
  }

private:
  ChunkTable<A, Shape::chunks, Shape::layers> table_;
};

} // namespace isobar
