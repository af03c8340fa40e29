#pragma once
#include "walk/gpu/row_range.hpp"
#include "walk/solve_steps.hpp"

namespace isobar {

/// A GPU's walk for kernels that solve their columns (SolveKernel) if no layer is coupled to
/// another, for example with modes in place of layers. The pivot of a cell is t a + s d
/// (tridiag.hpp), and a thread solves each cell by itself. A thread has some layers of a pack of
/// columns. Consecutive threads have consecutive packs of a row, and then the next row.
template <class K> class SingleLayersWalk {
public:
  using V = typename K::pack;
  static constexpr Walk in_order_of = K::precision::walk;
  static constexpr bool threads_meet = false;
  static constexpr int threads = 128, layers = 4;
  static_assert(!K::launch.sums_residual, "such kernels are for hosts");
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<threads, 8>>;
  using Member = typename Policy::member_type;

  SingleLayersWalk(const K& kernel, int nx, const PatchRows& rows, int nz)
      : kernel_(kernel), nx_(nx), rows_(rows), nz_(nz), packs_(divide_up(nx, V::width)) {}

  int teams() const { return divide_up(packs_ * rows_.all() * divide_up(nz_, layers), threads); }
  static constexpr int team_size() { return threads; }
  static constexpr std::size_t scratch_bytes() { return 0; }
  Policy policy() const { return Policy(teams(), team_size(), 1); }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }
  KOKKOS_FUNCTION void operator()(const Member& team, Sums& sums) const { sums += walk(team); }

  template <class Team> KOKKOS_FUNCTION Sums walk(const Team& team) const {
    const int n = team.league_rank() * threads + team.team_rank();
    const int k0 = n / (packs_ * rows_.all()) * layers;
    if (k0 >= nz_ || !has_work(kernel_)) return {};
    SumPacks<V> sums;
    const int row = n / packs_ % rows_.all();
    solve(in_patch(kernel_, row / rows_.rows), n % packs_ * V::width, k0, rows_.row(row), sums);
    return sums.total();
  }

private:
  /// Solves the thread's layers of a pack of columns. It reads everything before it stores
  /// anything: a store might change numbers that are read later.
  KOKKOS_FORCEINLINE_FUNCTION void solve(const K kernel, int i, int k0, int j,
                                         SumPacks<V>& sums) const {
    const int active = V::width < nx_ - i ? V::width : nx_ - i;
    const typename K::Column column = kernel.column(ColumnStencilOf<K>::at(kernel.grid, i, j));
    V x[layers];
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) {
      if (k0 + l >= nz_) continue;
      const auto layer = kernel.grid.profile[k0 + l];
      const V g = solve_rhs(kernel, column, kernel.strides.cell(i, k0 + l, j), active, sums);
      x[l] = reciprocal(layer.a * column.reaction + layer.d * column.shift) * g;
      if constexpr (K::launch.sums_energy)
        sums.second = sums.second + keep_active(kernel.energy(column) * (g * x[l]), active);
    }
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l)
      if (k0 + l < nz_) solve_result(kernel, kernel.strides.cell(i, k0 + l, j), x[l], active);
  }

  K kernel_;
  int nx_;
  PatchRows rows_;
  int nz_, packs_;
};

} // namespace isobar
