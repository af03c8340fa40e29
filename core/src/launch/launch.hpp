#pragma once
#include "device/kernel_concepts.hpp"
#include "device/pack.hpp"
#include "launch/emulated_team.hpp"

#include <algorithm>
#include <string>

/// How launches are shaped: which team walks which columns.
namespace isobar {

/// A tile is what one team walks: all columns of `rows` rows, block after block of `block`
/// packs. A team's rows follow each other, so that a row's southern neighbours are in cache.
struct ColumnTiling {
  int packs;     ///< in a row
  int block;     ///< packs that are walked together, layer by layer
  int rows;      ///< in a tile
  int ny;        ///< rows altogether
  int team_size; ///< lanes of a team; a host's team is one lane

  int tiles() const { return (ny + rows - 1) / rows; }
  int blocks() const { return (packs + block - 1) / block; }

  /// For packs of type V.
  template <Walk walk, class V> static ColumnTiling of(int nx, int ny) {
    ColumnTiling t{(nx + V::width - 1) / V::width, 1, 1, ny, 64};
    if constexpr (walk == Walk::blocks) {
      // A layer of a block is a page of contiguous memory: hardware foresees no more, and three layers of
      // three rows stay in the first-level cache.
      const int most = std::max(1, 4096 / int(sizeof(V)));
      t.block = (t.packs + (t.packs + most - 1) / most - 1) / ((t.packs + most - 1) / most);
      const int threads = ExecutionSpace().concurrency();
      t.rows = threads == 1 ? ny : std::max(4, (ny + 4 * threads - 1) / (4 * threads));
      t.team_size = 1;
    }
    return t;
  }
  TeamPolicy policy(std::size_t scratch_bytes) const {
    TeamPolicy p(tiles(), team_size, 1);
    return p.set_scratch_size(1, Kokkos::PerTeam(int(scratch_bytes)));
  }
};

/// A GPU's multiprocessors, the unit in which marches are dealt out (march.hpp).
inline int multiprocessors() { return std::max(1, ExecutionSpace().concurrency() / 2048); }

/// A launch's walk (cell_walk.hpp, solve_walk.hpp) on a host that runs a GPU's teams (emulated_team.hpp).
template <class LaunchedWalk>
inline constexpr bool is_emulated = on_host&& LaunchedWalk::in_order_of == Walk::march;

/// Runs a walk on all tiles. Returns before a device has finished.
template <class LaunchedWalk> void launch(const std::string& label, const LaunchedWalk& walk) {
  if constexpr (is_emulated<LaunchedWalk>) emulate(walk);
  else Kokkos::parallel_for(label, as_arguments(walk.policy()), walk);
}

/// Same, in a queue beside the default one.
template <class LaunchedWalk>
void launch(const std::string& label, const LaunchedWalk& walk, const ExecutionSpace& queue) {
  if constexpr (is_emulated<LaunchedWalk>) emulate(walk);
  else Kokkos::parallel_for(label, as_arguments(walk.policy(queue)), walk);
}

/// Same, and leaves the sums of the walk's kernel over all columns (this rank's share) in what the reducer
/// refers to: a variable of the host, and it waits, or the memory of the device, and it does not.
template <class LaunchedWalk, class Reducer>
void launch_sum(const std::string& label, const LaunchedWalk& walk, const Reducer& sums) {
  if constexpr (is_emulated<LaunchedWalk>) {
    auto all = emulate(walk);
    if constexpr (requires { sums.final(all); }) sums.final(all);
    sums.reference() = all;
  } else {
    Kokkos::parallel_reduce(label, as_arguments(walk.policy()), walk, sums);
  }
}

/// Asks a kernel when a launch begins whether there is anything to do; the answer is the same for all
/// threads.
template <class K> KOKKOS_FORCEINLINE_FUNCTION bool has_work(const K& kernel) {
  if constexpr (K::launch.conditional) return kernel.has_work();
  else return true;
}

} // namespace isobar
