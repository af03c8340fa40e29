#pragma once
#include "walk/gpu/single_layers_walk.hpp"
#include "walk/gpu/solve_march.hpp"
#include "walk/solve_steps.hpp"

namespace isobar {

/// The walk of kernels that solve their columns' tridiagonal systems (SolveKernel), for teams whose
/// lanes walk whole columns. Hosts use it, and GPUs with z fastest or if no march holds the
/// columns.
///
/// A host's lane solves one pack of columns after the other, row by row. The recurrence stays in
/// registers, and the upward sweep's numbers stay in the first-level cache. The walk reads and
/// writes memory in pieces of a pack, which hardware does not foresee. So the kernel prefetches the
/// next pack's numbers while the walk solves this one.
template <class K> class SolveWalk {
public:
  using V = typename K::pack;
  static constexpr Walk in_order_of = K::precision::walk;
  static constexpr bool threads_meet = false;

  SolveWalk(const K& kernel, int nx, const PatchRows& rows, int nz)
      : kernel_(kernel), tiling_(ColumnTiling::of<in_order_of, V>(nx, rows)), nx_(nx), nz_(nz) {}

  int teams() const { return tiling_.tiles(); }
  int team_size() const { return tiling_.team_size; }
  std::size_t scratch_bytes() const {
    std::size_t bytes =
        std::size_t(tiling_.team_size) * nz_ * sizeof(Eliminated<V>) + 2 * alignof(V);
    if constexpr (corrects_rows) bytes += kernel_.u.scratch_bytes();
    return bytes;
  }
  TeamPolicy policy() const { return tiling_.policy(scratch_bytes()); }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }
  KOKKOS_FUNCTION void operator()(const Member& team, Sums& sums) const { sums += walk(team); }

  template <class Team> KOKKOS_FUNCTION Sums walk(const Team& team) const {
    const int begin = tiling_.begin(team.league_rank()), end = tiling_.end(team.league_rank());
    K kernel = in_patch(kernel_, tiling_.patch(team.league_rank()));
    if (!has_work(kernel)) return {};
    if constexpr (corrects_rows)
      kernel.u.template begin<V>(scratch<typename K::S>(team, kernel.u.scratch_bytes()), begin);
    return walk_rows(team, kernel, begin, end);
  }

private:
  static constexpr bool in_blocks = in_order_of == Walk::blocks && !by_columns<K>;
  static constexpr bool corrects_rows = keeps_rows<K>;

  template <class T, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static T* scratch(const Team& team, std::size_t bytes) {
    return static_cast<T*>(team.team_scratch(1).get_shmem_aligned(bytes, alignof(V)));
  }

  template <class Team>
  KOKKOS_FUNCTION Sums walk_rows(const Team& team, const K kernel, int begin, int end) const {
    const int size = team.team_size();
    auto* const buffer = scratch<Eliminated<V>>(team, size * nz_ * sizeof(Eliminated<V>));
    Sums sums;
    for (int j = begin; j < end; ++j) {
      if constexpr (corrects_rows) kernel.u.template begin_row<V>(j);
      SumPacks<V> row;
      for (int p = team.team_rank(); p < tiling_.packs; p += size)
        solve(kernel, p, j, buffer + team.team_rank(), size, row);
      sums += row.total();
    }
    return sums;
  }

  KOKKOS_FUNCTION void solve(const K kernel, int p, int j, Eliminated<V>* buffer,
                             std::ptrdiff_t stride, SumPacks<V>& sums) const {
    const int i = p * V::width, active = V::width < nx_ - i ? V::width : nx_ - i;
    const bool row_ends = p + 1 == tiling_.packs;
    const Cell next = kernel.strides.cell(row_ends ? 0 : i + V::width, 0, row_ends ? j + 1 : j);
    solve_pack<in_blocks>(kernel, i, j, nz_, active, buffer, stride, next, sums);
  }

  K kernel_;
  ColumnTiling tiling_;
  int nx_, nz_;
};

/// Calls use(walk) with the walk that suits the kernel and the machine.
template <class K, class A, Walk W, class Use>
void with_solve_walk(const K& kernel, const PlannedGrid<A, W>& grid, const Use& use) {
  static_assert(check_solve_kernel<K>());
  if constexpr (marches<K>) {
    if (grid.plan().has_single_layers())
      return use(SingleLayersWalk<K>(kernel, grid.nx(), grid.rows(), grid.nz()));
    if (grid.plan().march().chunks > 0) return with_march(kernel, grid, use);
  }
  use(SolveWalk<K>(kernel, grid.nx(), grid.rows(), grid.nz()));
}

/// Solves all columns of a level. It returns before a device has finished.
template <class K, class A, Walk W>
void for_columns(const std::string& label, const K& kernel, const PlannedGrid<A, W>& grid) {
  with_solve_walk(kernel, grid, [&](const auto& walk) { launch(label, walk); });
}
/// Solves all columns like for_columns(), and leaves this rank's share of the kernel's sums in
/// `sums` (launch_sum).
template <class K, class A, Walk W, class Reducer>
void sum_over_columns(const std::string& label, const K& kernel, const PlannedGrid<A, W>& grid,
                      const Reducer& sums) {
  with_solve_walk(kernel, grid, [&](const auto& walk) { launch_sum(label, walk, sums); });
}

} // namespace isobar
