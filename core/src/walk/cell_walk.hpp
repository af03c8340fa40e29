#pragma once
#include "walk/cell_steps.hpp"
#include "walk/gpu/cell_march.hpp"
#include <isobar/core/launch/planned_grid.hpp>

namespace isobar {

/// The base of kernels that do not read the matrix. Their packs have `times` times pack_width
/// columns, and they read one pack of numbers in a cell.
template <class P, int times> struct WithoutMatrix {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = Pack<A, times * pack_width<P>>;
  using Inputs = pack;
  static constexpr CellLaunch launch{};
  struct Column {};
  FieldStrides<P::layout> strides;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int, int) const { return {}; }
};

/// The base of kernels without the matrix that write read()'s result into the same cell of `out`.
template <class P, int times> struct WritesCells : WithoutMatrix<P, times> {
  using typename WithoutMatrix<P, times>::S;
  using typename WithoutMatrix<P, times>::pack;
  using typename WithoutMatrix<P, times>::Column;
  Cells<S, P::layout> out;

  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, const pack& x, int active,
                                        SumPacks<pack>&) const {
    store_aligned(out.at(c), x, active);
  }
};

/// The walk of kernels that treat every cell by itself (CellKernel), layer by layer or column by
/// column.
///
/// If cells have no neighbours, a host's lane walks a block of packs layer by layer, so that it
/// reads memory in order. A kernel with a stencil goes up one pack of columns after the other. Then
/// the columns' numbers stay in registers, and the cell above becomes the next centre. A GPU's team
/// marches along y (cell_march.hpp). With z fastest, a lane of a host or of a GPU walks column
/// after column. On a host this is the order of memory; on a GPU the lanes are far apart.
template <class K> class CellWalk {
public:
  using V = typename K::pack;
  using Column = typename K::Column;
  using Total = TotalOf<K>;
  static constexpr Walk in_order_of = K::precision::walk;
  static constexpr bool threads_meet = false;

  CellWalk(const K& kernel, int nx, const PatchRows& rows, int nz)
      : kernel_(kernel), tiling_(ColumnTiling::of<in_order_of, V>(nx, rows)), nx_(nx), nz_(nz) {}

  int teams() const { return tiling_.tiles(); }
  int team_size() const { return tiling_.team_size; }
  std::size_t scratch_bytes() const {
    return walks_columns ? 0 : tiling_.block * sizeof(Column) + alignof(Column);
  }
  TeamPolicy policy() const { return tiling_.policy(scratch_bytes()); }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }
  KOKKOS_FUNCTION void operator()(const Member& team, Total& totals) const { totals += walk(team); }

  template <class Team> KOKKOS_FUNCTION Total walk(const Team& team) const {
    const int tile = team.league_rank(), begin = tiling_.begin(tile), end = tiling_.end(tile);
    if (!has_work(kernel_)) return {};
    const K kernel = in_patch(kernel_, tiling_.patch(tile));
    if constexpr (walks_columns) return walk_columns(team, kernel, begin, end);
    else return walk_blocks(team, kernel, begin, end);
  }

private:
  static constexpr bool walks_columns = by_columns<K> || K::launch.rows > 0 || K::launch.asks_ahead;
  static constexpr bool asks_ahead = K::launch.asks_ahead && !by_columns<K>;

  template <class Team>
  KOKKOS_FUNCTION Total walk_columns(const Team& team, const K kernel, int begin, int end) const {
    Total totals;
    for (int j = begin; j < end; ++j) {
      TotalPacks<K> row;
      for (int p = team.team_rank(); p < tiling_.packs; p += team.team_size())
        walk_column(kernel, p, j, row);
      totals += row.total();
    }
    return totals;
  }

  KOKKOS_FUNCTION void walk_column(const K kernel, int p, int j, TotalPacks<K>& totals) const {
    const int i = p * V::width, active = V::width < nx_ - i ? V::width : nx_ - i;
    const Column column = kernel.column(i, j);
    const bool row_ends = p + 1 == tiling_.packs;
    const Cell next = kernel.strides.cell(row_ends ? 0 : i + V::width, 0, row_ends ? j + 1 : j);
    const Cell first = kernel.strides.cell(i, 0, j);
    if constexpr (K::launch.rows == 0)
      visit_column<asks_ahead>(kernel, column, first, nz_, active, next, totals);
    else visit_stencils<asks_ahead>(kernel, column, first, nz_, active, next, totals);
  }

  template <class Team>
  Total walk_blocks(const Team& team, const K kernel, int begin, int end) const {
    auto* columns = static_cast<Column*>(
        team.team_scratch(1).get_shmem_aligned(tiling_.block * sizeof(Column), alignof(Column)));
    Total totals;
    for (int j = begin; j < end; ++j)
      for (int first = 0; first < tiling_.packs; first += tiling_.block)
        totals += walk_block(kernel, columns, first, j);
    return totals;
  }

  Total walk_block(const K kernel, Column* columns, int first, int j) const {
    const int packs = std::min(tiling_.block, tiling_.packs - first);
    for (int p = 0; p < packs; ++p) columns[p] = kernel.column((first + p) * V::width, j);
    TotalPacks<K> totals;
    for (int k = 0; k < nz_; ++k)
      visit_layer(kernel, columns, packs, kernel.strides.cell(first * V::width, k, j), totals);
    return totals.total();
  }

  KOKKOS_FORCEINLINE_FUNCTION void visit_layer(const K& kernel, const Column* columns, int packs,
                                               Cell c, TotalPacks<K>& totals) const {
    for (int p = 0; p < packs; ++p, c.i += V::width, c.at += V::width)
      kernel.cell(columns[p], c, kernel.read(c), std::min(V::width, nx_ - c.i), totals);
  }

  K kernel_;
  ColumnTiling tiling_;
  int nx_, nz_;
};

/// The cells that a kernel walks: all cells of a level, or nx columns in x, the given rows along y
/// and nz layers.
template <class A, Walk W> struct CellRange {
  const PlannedGrid<A, W>& grid;
  int nx;
  PatchRows rows;
  int nz;
  /// Whether kernel K may walk these cells.
  template <class K> static constexpr bool suits = K::precision::walk == W;
  explicit CellRange(const PlannedGrid<A, W>& g) : CellRange(g, g.nx(), g.rows(), g.nz()) {}
  CellRange(const PlannedGrid<A, W>& g, int nx, const PatchRows& rows, int nz)
      : grid(g), nx(nx), rows(rows), nz(nz) {}
};

/// The cells that a kernel walks, without a grid: for kernels that find the grid's numbers
/// themselves.
struct BoxRange {
  int nx;
  PatchRows rows;
  int nz;
  template <class K> static constexpr bool suits = K::launch.rows == 0;
};

/// Calls use(walk) with the walk that suits the kernel and the machine.
template <class K, class Range, class Use>
void with_cell_walk(const K& kernel, const Range& r, const Use& use) {
  static_assert(check_cell_kernel<K>());
  static_assert(Range::template suits<K>, "the range is for another walk, or for other kernels");
  const auto march = [&](const auto& layers) {
    use(CellMarch<K, std::decay_t<decltype(layers)>>(kernel, layers, r.nx, r.rows, r.nz));
  };
  if constexpr (!marches<K>) use(CellWalk<K>(kernel, r.nx, r.rows, r.nz));
  else if constexpr (K::launch.rows == 0) march(NoLayers{});
  else {
    using A = typename K::pack::value_type;
    if (r.nz <= LayerArguments<A>::most) march(LayerArguments<A>(r.grid.matrix()));
    else march(LayersInMemory<A>(r.grid.matrix()));
  }
}

/// Runs a kernel on the cells of a range. It returns before a device has finished.
template <class K, class Range>
void for_cells(const std::string& label, const K& kernel, const Range& range) {
  with_cell_walk(kernel, range, [&](const auto& walk) { launch(label, walk); });
}
/// Runs a kernel like for_cells(), and leaves the kernel's sums over all cells, or its maximum, in
/// `sums` (launch_sum). These are this rank's share.
template <class K, class Range, class Reducer>
void sum_over_cells(const std::string& label, const K& kernel, const Range& range,
                    const Reducer& sums) {
  with_cell_walk(kernel, range, [&](const auto& walk) { launch_sum(label, walk, sums); });
}
/// Runs a kernel like for_cells(), waits, and returns this rank's sums or its maximum.
template <class K, class Range>
TotalOf<K> sum_over_cells(const std::string& label, const K& kernel, const Range& range) {
  TotalOf<K> total;
  sum_over_cells(label, kernel, range, Kokkos::Sum<TotalOf<K>>(total));
  return total;
}

} // namespace isobar
