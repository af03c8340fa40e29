#pragma once
#include "device/kernel_concepts.hpp"
#include "device/pack.hpp"
#include "launch/early_start.hpp"
#include "launch/emulated_team.hpp"
#include <isobar/core/grid/patch_rows.hpp>

#include <algorithm>
#include <string>

/// The shapes of launches: which team walks which columns.
namespace isobar {

/// A tile is the work of one team: all columns of `rows` rows, block after block of `block`
/// packs. A team's rows are consecutive, so that a row's southern neighbours are in cache.
struct ColumnTiling {
  int packs;     ///< in a row
  int block;     ///< packs that are walked together, layer by layer
  int rows;      ///< in a tile
  PatchRows all; ///< all rows; a tile has rows of one patch
  int team_size; ///< lanes of a team; a host's team is one lane

  KOKKOS_FORCEINLINE_FUNCTION int tiles_of_patch() const { return (all.rows + rows - 1) / rows; }
  int tiles() const { return all.patches * tiles_of_patch(); }
  /// These functions return the patch of a tile, and the tile's first row and end, numbered as in a field.
  KOKKOS_FORCEINLINE_FUNCTION int patch(int tile) const { return tile / tiles_of_patch(); }
  KOKKOS_FORCEINLINE_FUNCTION int begin(int tile) const {
    return patch(tile) * all.stride + tile % tiles_of_patch() * rows;
  }
  KOKKOS_FORCEINLINE_FUNCTION int end(int tile) const {
    const int end = begin(tile) + rows, last = patch(tile) * all.stride + all.rows;
    return end < last ? end : last;
  }
  int blocks() const { return (packs + block - 1) / block; }

  /// Returns the tiling for packs of type V.
  template <Walk walk, class V> static ColumnTiling of(int nx, const PatchRows& all) {
    ColumnTiling t{(nx + V::width - 1) / V::width, 1, 1, all, 64};
    if constexpr (walk == Walk::blocks) {
      // A layer of a block is a page of contiguous memory, beyond which hardware does not prefetch. Three layers of three rows
      // stay in the first-level cache.
      const int most = std::max(1, 4096 / int(sizeof(V)));
      t.block = (t.packs + (t.packs + most - 1) / most - 1) / ((t.packs + most - 1) / most);
      const int threads = ExecutionSpace().concurrency();
      t.rows = threads == 1 ? all.rows : std::max(4, (all.all() + 4 * threads - 1) / (4 * threads));
      t.team_size = 1;
    }
    return t;
  }
  TeamPolicy policy(std::size_t scratch_bytes) const {
    TeamPolicy p(tiles(), team_size, 1);
    return p.set_scratch_size(1, Kokkos::PerTeam(int(scratch_bytes)));
  }
};

/// in_patch() returns the kernel for one patch of a field. Kernels with cells of two levels say with enter_patch() how to find
/// the cells of the coarser level.
template <class K> inline constexpr bool enters_patches = requires(K& kernel) {
  kernel.enter_patch(0);
};
template <class K> KOKKOS_FORCEINLINE_FUNCTION K in_patch(K kernel, [[maybe_unused]] int patch) {
  if constexpr (enters_patches<K>) kernel.enter_patch(patch);
  return kernel;
}

/// Returns the number of a GPU's multiprocessors, over which marches are distributed (march.hpp).
inline int multiprocessors() { return std::max(1, ExecutionSpace().concurrency() / 2048); }

/// Whether a launch's walk (cell_walk.hpp, solve_walk.hpp) runs a GPU's teams on a host (emulated_team.hpp).
template <class LaunchedWalk>
inline constexpr bool is_emulated = on_host&& LaunchedWalk::in_order_of == Walk::march;

/// Runs a walk with a policy of it, which names the queue. Returns before a device has finished.
template <class Policy, class LaunchedWalk>
void launch_with(const Policy& policy, const std::string& label, const LaunchedWalk& walk) {
  Kokkos::parallel_for(label, policy, started_early(policy, walk));
}

/// Runs a walk on all tiles. Returns before a device has finished.
template <class LaunchedWalk> void launch(const std::string& label, const LaunchedWalk& walk) {
  if constexpr (is_emulated<LaunchedWalk>) emulate(walk);
  else launch_with(as_arguments(walk.policy()), label, walk);
}

/// Runs a walk on all tiles in a queue besides the default one. Returns before a device has finished.
template <class LaunchedWalk>
void launch(const std::string& label, const LaunchedWalk& walk, const ExecutionSpace& queue) {
  if constexpr (is_emulated<LaunchedWalk>) emulate(walk);
  else launch_with(as_arguments(walk.policy(queue)), label, walk);
}

/// Runs a walk on all tiles, and leaves the sums of its kernel over this rank's columns in the reducer's target. It waits if
/// the target is a variable of the host, and does not wait if it is memory of the device.
template <class LaunchedWalk, class Reducer>
void launch_sum(const std::string& label, const LaunchedWalk& walk, const Reducer& sums) {
  if constexpr (is_emulated<LaunchedWalk>) {
    auto all = emulate(walk);
    if constexpr (requires { sums.final(all); }) sums.final(all);
    sums.reference() = all;
  } else {
    const auto policy = as_arguments(walk.policy());
    Kokkos::parallel_reduce(label, policy,
                            started_early<typename Reducer::value_type>(policy, walk), sums);
  }
}

/// Asks a kernel at the beginning of a launch whether there
/// is anything to do; the answer is the same for all threads.
template <class K> KOKKOS_FORCEINLINE_FUNCTION bool has_work(const K& kernel) {
  if constexpr (K::launch.conditional) return kernel.has_work();
  else return true;
}

} // namespace isobar
