#pragma once
#include "device/stencil.hpp"
#include "device/tridiag.hpp"
#include "walk/gpu/solve_march.hpp"

namespace isobar {

/// The walk of kernels that solve their columns' tridiagonal systems (SolveKernel) for teams of which
/// each lane walks whole columns. A source that is prepared (CorrectedRows) has every layer or column
/// of a row prepared before it is read.
///
/// A host's lane walks a block of packs layer by layer. The upward sweep of a block reads memory
/// and the downward one writes it, so the downward sweep of the block before runs in the same
/// loop: that keeps the memory busy, and both share one buffer, in which a layer is overwritten as
/// soon as it has been read.
/// z fastest, a host's lane walks column after column, along memory; so does each lane of a GPU.
template <class K> class SolveWalk {
public:
  using V = typename K::pack;
  using Column = typename K::Column;
  static constexpr Walk in_order_of = K::precision::walk;
  static constexpr bool threads_meet = false;

  SolveWalk(const K& kernel, int nx, int ny, int nz)
      : kernel_(kernel), tiling_(ColumnTiling::of<in_order_of, V>(nx, ny)), nx_(nx), nz_(nz) {}

  int teams() const { return tiling_.tiles(); }
  int team_size() const { return tiling_.team_size; }
  std::size_t scratch_bytes() const {
    const std::size_t lanes = blocks ? tiling_.block : tiling_.team_size;
    std::size_t bytes = lanes * nz_ * sizeof(Eliminated<V>) + 3 * alignof(V);
    if constexpr (blocks) bytes += lanes * sizeof(Lane);
    if constexpr (prepares_rows) bytes += kernel_.u.scratch_bytes();
    return bytes;
  }
  TeamPolicy policy() const { return tiling_.policy(scratch_bytes()); }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }
  KOKKOS_FUNCTION void operator()(const Member& team, Sums& sums) const { sums += walk(team); }

  template <class Team> KOKKOS_FUNCTION Sums walk(const Team& team) const {
    const int begin = team.league_rank() * tiling_.rows;
    const int end = begin + tiling_.rows < tiling_.ny ? begin + tiling_.rows : tiling_.ny;
    K kernel = kernel_;
    if (!has_work(kernel)) return {};
    if constexpr (prepares_rows) begin_ring(team, kernel, begin);
    if constexpr (blocks) return walk_blocks(team, kernel, begin, end);
    else return walk_columns(team, kernel, begin, end);
  }

private:
  static constexpr bool blocks = in_order_of == Walk::blocks && !by_columns<K>;
  static constexpr bool prepares_rows = requires(const K& k) { k.u.ring; };

  static KOKKOS_FORCEINLINE_FUNCTION V rhs(const K& kernel, const Column& column, const Cell& c,
                                           int active, SumPacks<V>& sums) {
    if constexpr (K::launch.couples_columns)
      return kernel.rhs(column, kernel.grid.profile[c.k].d, kernel.read(c),
                        kernel.u.template neighbours<V>(column, c));
    else return kernel.rhs(column, c, kernel.read(c), active, sums);
  }
  static KOKKOS_FORCEINLINE_FUNCTION void result(const K& kernel, const Cell& c, const V& x,
                                                 int active) {
    if constexpr (K::launch.couples_columns)
      kernel.result(c, x, kernel.u.template value<V>(c), active);
    else kernel.result(c, x, active);
  }
  /// One layer upwards, and its share of <g, x> = sum of z_k^2 / p_k.
  static KOKKOS_FORCEINLINE_FUNCTION Eliminated<V> upward(const K& kernel, const Column& column,
                                                          int k, const V& rhs,
                                                          Elimination<V>& state, int active,
                                                          SumPacks<V>& sums) {
    const auto layer = kernel.grid.profile[k];
    const V numerator = rhs + layer.c * state.value; // z_k
    const auto eliminated = eliminate(layer, column.shift, column.reaction, rhs, state);
    if constexpr (K::launch.sums_energy)
      sums.second =
          sums.second + keep_active(kernel.energy(column) * (numerator * eliminated.value), active);
    return eliminated;
  }

  /// What a host's lane keeps of a pack of columns while it walks the block.
  struct Lane {
    Column column;
    Elimination<V> state;
    V x; ///< solution of the layer above, downward sweep
  };
  /// A block of packs in a row.
  struct Block {
    int first, packs, j;
    bool flipped; ///< its layers stand in the buffer from the top down
  };

  template <class T, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static T* scratch(const Team& team, std::size_t count,
                                                std::size_t alignment = alignof(T)) {
    return static_cast<T*>(team.team_scratch(1).get_shmem_aligned(count * sizeof(T), alignment));
  }

  /// Gives the source its ring, with the first two rows in it.
  template <class Team> void begin_ring(const Team& team, K& kernel, int begin) const {
    using S = std::remove_pointer_t<decltype(kernel.u.ring)>;
    kernel.u.ring = scratch<S>(team, kernel.u.scratch_bytes() / sizeof(S), alignof(V));
    for (const int j : {begin - 1, begin}) prepare_row(kernel, j);
  }
  void prepare_row(const K& kernel, int j) const {
    if constexpr (by_columns<K>)
      for (int i = -1; i <= nx_; ++i) kernel.u.template prepare_column<V>(i, j);
    else
      for (int k = 0; k < nz_; ++k) kernel.u.template prepare_layer<V>(k, j);
  }

  template <class Team>
  KOKKOS_FUNCTION Sums walk_columns(const Team& team, const K kernel, int begin, int end) const {
    auto* buffer = scratch<Eliminated<V>>(team, team.team_size() * nz_);
    Sums sums;
    for (int j = begin; j < end; ++j) {
      if constexpr (prepares_rows) prepare_row(kernel, j + 1);
      for (int p = team.team_rank(); p < tiling_.packs; p += team.team_size())
        sums += walk_column(kernel, p, j, buffer + team.team_rank(), team.team_size());
    }
    return sums;
  }

  /// One function with all sweeps in it, in every file: GCC's own choice depends on how much else
  /// a file has, and costs prolongate_smooth up to 7 %.
  template <class Team>
  [[gnu::noinline]] Sums walk_blocks(const Team& team, const K kernel, int begin, int end) const {
    auto* buffer = scratch<Eliminated<V>>(team, std::size_t(tiling_.block) * nz_);
    auto* lanes = scratch<Lane>(team, tiling_.block);
    Sums sums;
    Block last{};
    for (int j = begin; j < end; ++j)
      for (int first = 0; first < tiling_.packs; first += tiling_.block) {
        const Block next{first, std::min(tiling_.block, tiling_.packs - first), j, !last.flipped};
        sums += last.packs > 0 ? sweep<true, true>(kernel, buffer, lanes, next, last)
                               : sweep<true, false>(kernel, buffer, lanes, next, last);
        last = next;
      }
    return sums += sweep<false, true>(kernel, buffer, lanes, {}, last);
  }

  /// The upward sweep of block `up` and the downward sweep of block `down`, interleaved.
  template <bool upwards, bool downwards>
  KOKKOS_FORCEINLINE_FUNCTION Sums sweep(const K kernel, Eliminated<V>* buffer, Lane* lanes,
                                         const Block& up, const Block& down) const {
    const int packs = std::max(up.packs, down.packs), nz = nz_, nx = nx_, block = tiling_.block;
    for (int p = 0; p < packs; ++p) {
      if (upwards && p < up.packs)
        lanes[p].column =
            kernel.column(ColumnStencil<V>::at(kernel.grid, (up.first + p) * V::width, up.j));
      lanes[p].state = {};
      lanes[p].x = {};
    }
    SumPacks<V> sums;
    for (int step = 0; step < nz; ++step) {
      const bool ascending = downwards ? down.flipped : !up.flipped;
      Eliminated<V>* slot = buffer + std::ptrdiff_t(ascending ? step : nz - 1 - step) * block;
      if constexpr (upwards && prepares_rows)
        if (up.first == 0) kernel.u.template prepare_layer<V>(step, up.j + 1);
      Cell below = kernel.strides.cell(up.first * V::width, step, up.j);
      Cell above = kernel.strides.cell(down.first * V::width, nz - 1 - step, down.j);
      for (int p = 0; p < packs; ++p) {
        Lane& lane = lanes[p];
        if (downwards && p < down.packs) {
          lane.x = substitute(slot[p], lane.x);
          result(kernel, above, lane.x, std::min(V::width, nx - above.i));
          above.i += V::width;
          above.at += V::width;
        }
        if (upwards && p < up.packs) {
          const int active = std::min(V::width, nx - below.i);
          slot[p] = upward(kernel, lane.column, step, rhs(kernel, lane.column, below, active, sums),
                           lane.state, active, sums);
          below.i += V::width;
          below.at += V::width;
        }
      }
    }
    return sums.total();
  }

  KOKKOS_FUNCTION Sums walk_column(const K kernel, int p, int j, Eliminated<V>* buffer,
                                   std::ptrdiff_t stride) const {
    const int i = p * V::width, active = V::width < nx_ - i ? V::width : nx_ - i;
    const Column column = kernel.column(ColumnStencil<V>::at(kernel.grid, i, j));
    SumPacks<V> sums;
    Elimination<V> state;
    for (int k = 0; k < nz_; ++k) {
      const V g = rhs(kernel, column, kernel.strides.cell(i, k, j), active, sums);
      buffer[k * stride] = upward(kernel, column, k, g, state, active, sums);
    }
    V x{};
    for (int k = nz_ - 1; k >= 0; --k) {
      x = substitute(buffer[k * stride], x);
      result(kernel, kernel.strides.cell(i, k, j), x, active);
    }
    return sums.total();
  }

  K kernel_;
  ColumnTiling tiling_;
  int nx_, nz_;
};

/// Solves all columns of a level in the walk that suits it and the machine. Returns before a
/// device has finished.
template <class K, class A, Walk W>
void for_columns(const std::string& label, const K& kernel, const PlannedGrid<A, W>& grid) {
  static_assert(check_solve_kernel<K>());
  if constexpr (marches<K>)
    if (grid.plan().march().chunks > 0)
      return with_march(kernel, grid, [&](const auto& march) { launch(label, march); });
  launch(label, SolveWalk<K>(kernel, grid.nx(), grid.ny(), grid.nz()));
}
/// Same, and leaves the kernel's sums over all columns (this rank's share) in `sums` (launch_sum).
template <class K, class A, Walk W, class Reducer>
void sum_over_columns(const std::string& label, const K& kernel, const PlannedGrid<A, W>& grid,
                      const Reducer& sums) {
  static_assert(check_solve_kernel<K>());
  if constexpr (marches<K>)
    if (grid.plan().march().chunks > 0)
      return with_march(kernel, grid, [&](const auto& march) { launch_sum(label, march, sums); });
  launch_sum(label, SolveWalk<K>(kernel, grid.nx(), grid.ny(), grid.nz()), sums);
}

} // namespace isobar
