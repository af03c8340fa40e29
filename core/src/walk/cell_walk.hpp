#pragma once
#include "walk/gpu/cell_march.hpp"

namespace isobar {

/// What kernels have in common that ask nothing of the matrix, with packs of so many times pack_width
/// columns. What they read in a cell is a pack of numbers.
template <class P, int times> struct WithoutMatrix {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using pack = Pack<A, times * pack_width<A, P::layout>>;
  using Inputs = pack;
  static constexpr int rows = 0;
  struct Column {};
  FieldStrides<P::layout> strides;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int, int) const { return {}; }
};

/// Those of them that write what read() computes of a cell into the same cell of `out`.
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

/// The launch of kernels that treat every cell by itself. A kernel K has
///     using pack = Pack<A, W>;        what a lane carries
///     struct Column;                  what a lane keeps of a pack of columns
///     Column column(int i, int j) const;
///     Strides strides;                of the fields that Cell::at is meant for
///     struct Inputs;                  what it reads in a cell
///     Inputs read(const Cell&) const; called for several cells before any of them is stored
///     static constexpr int rows;      rows of the stencilled field that a step works on, or 0
///     static constexpr int teams;     optional: how many a GPU's multiprocessor runs at once
///     static constexpr int rounds;    optional: so many times as many, where enough rows are left
///     static constexpr bool reads_ahead;  optional: a GPU reads a step's rows and inputs into
///                                         registers while it works on the last one,
///     void will_read(const Cell&) const;  or, optional too, fetches them into its second-level cache
///     bool has_work() const;             optional: asked on the device when the launch begins;
///                                     false: nothing is to be done, and sums are 0
/// with rows = 0: nothing is known of what it reads,
///     void cell(const Column&, const Cell&, const Inputs&, int active, SumPacks<pack>&) const;
/// with rows > 0: step j sees rows j rows .. j rows + rows - 1 of a field and what is beside them,
/// beside its inputs,
///     Stencilled<S> stencilled() const;   or what has a row(Cell, rows) like it
///     void cell(const Column&, const LayerCoefficients<A>&, const Cell&,
///               const Window<pack> (&)[rows], const Inputs&, int active, SumPacks<pack>&) const;
/// Cell is the first of the pack's W columns, `active` how many of them are owned.
///
/// A host's lane walks a block of packs layer by layer, so that memory is read in the order in
/// which it lies; a GPU's team marches along y (cell_march.hpp). z fastest, a lane of either walks
/// column after column: on a host that is the order of memory, on a GPU lanes stand far apart.
template <class K> class CellWalk {
public:
  using V = typename K::pack;
  using Column = typename K::Column;

  CellWalk(const K& kernel, int nx, int ny, int nz)
      : kernel_(kernel), tiling_(ColumnTiling::of(nx, ny, V::width, sizeof(V))), nx_(nx), nz_(nz) {}

  TeamPolicy policy() const {
    return tiling_.policy(by_columns<K> ? 0 : tiling_.block * sizeof(Column) + alignof(Column));
  }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }
  KOKKOS_FUNCTION void operator()(const Member& team, Sums& sums) const { sums += walk(team); }

private:
  KOKKOS_FUNCTION Sums walk(const Member& team) const {
    const int begin = team.league_rank() * tiling_.rows;
    const int end = begin + tiling_.rows < tiling_.ny ? begin + tiling_.rows : tiling_.ny;
    if (!has_work(kernel_)) return {};
    if constexpr (by_columns<K>) return walk_columns(team, kernel_, begin, end);
    else return walk_blocks(team, kernel_, begin, end);
  }

  KOKKOS_FUNCTION Sums walk_columns(const Member& team, const K kernel, int begin, int end) const {
    Sums sums;
    for (int j = begin; j < end; ++j)
      for (int p = team.team_rank(); p < tiling_.packs; p += team.team_size()) {
        const int i = p * V::width, active = V::width < nx_ - i ? V::width : nx_ - i;
        sums += walk_column(kernel, kernel.column(i, j), kernel.strides.cell(i, 0, j), active);
      }
    return sums;
  }

  KOKKOS_FUNCTION Sums walk_column(const K kernel, const Column column, Cell c, int active) const {
    SumPacks<V> sums;
    const int nz = nz_;
    for (; c.k < nz; ++c.k, c.at += kernel.strides.layer)
      visit(kernel, column, c, nz, active, sums);
    return sums.total();
  }

  Sums walk_blocks(const Member& team, const K kernel, int begin, int end) const {
    auto* columns = static_cast<Column*>(
        team.team_scratch(1).get_shmem_aligned(tiling_.block * sizeof(Column), alignof(Column)));
    Sums sums;
    for (int j = begin; j < end; ++j)
      for (int first = 0; first < tiling_.packs; first += tiling_.block)
        sums += walk_block(kernel, columns, first, j);
    return sums;
  }

  Sums walk_block(const K kernel, Column* columns, int first, int j) const {
    const int packs = std::min(tiling_.block, tiling_.packs - first);
    for (int p = 0; p < packs; ++p) columns[p] = kernel.column((first + p) * V::width, j);
    SumPacks<V> sums;
    const int nx = nx_, nz = nz_;
    for (int k = 0; k < nz; ++k) {
      Cell c = kernel.strides.cell(first * V::width, k, j);
      for (int p = 0; p < packs; ++p, c.i += V::width, c.at += V::width)
        visit(kernel, columns[p], c, nz, std::min(V::width, nx - c.i), sums);
    }
    return sums.total();
  }

  static KOKKOS_FORCEINLINE_FUNCTION void visit(const K& kernel, const Column& column,
                                                const Cell& c, int nz, int active,
                                                SumPacks<V>& sums) {
    if constexpr (K::rows == 0) {
      kernel.cell(column, c, kernel.read(c), active, sums);
    } else {
      Window<V> window[K::rows];
      for (int r = 0; r < K::rows; ++r)
        window[r] = Window<V>::at(kernel.stencilled().row(c, (K::rows - 1) * c.j + r), c.k, nz);
      kernel.cell(column, kernel.grid.profile[c.k], c, window, kernel.read(c), active, sums);
    }
  }

  K kernel_;
  ColumnTiling tiling_;
  int nx_, nz_;
};

/// The cells that a kernel walks: all of a level, or so many columns in x, steps along y and layers.
template <class A> struct CellRange {
  const PlannedGrid<A>& grid;
  int nx, ny, nz;
  explicit CellRange(const PlannedGrid<A>& g) : CellRange(g, g.nx(), g.ny(), g.nz()) {}
  CellRange(const PlannedGrid<A>& g, int nx, int ny, int nz) : grid(g), nx(nx), ny(ny), nz(nz) {}
};

/// Hands the walk that suits the kernel and the machine to use(walk).
template <class K, class A, class Use>
void with_cell_walk(const K& kernel, const CellRange<A>& r, const Use& use) {
  const auto march = [&](const auto& layers) {
    use(CellMarch<K, std::decay_t<decltype(layers)>>(kernel, layers, r.nx, r.ny, r.nz));
  };
  if constexpr (on_host || by_columns<K>) use(CellWalk<K>(kernel, r.nx, r.ny, r.nz));
  else if constexpr (K::rows == 0) march(NoLayers{});
  else if (r.nz <= LayerArguments<A>::most) march(LayerArguments<A>(r.grid.matrix()));
  else march(LayersInMemory<A>(r.grid.matrix()));
}

/// Runs a kernel on these cells. Returns before a device has finished.
template <class K, class A>
void for_cells(const std::string& label, const K& kernel, const CellRange<A>& range) {
  with_cell_walk(kernel, range, [&](const auto& walk) { launch(label, walk); });
}
/// Same, and leaves the kernel's sums over all of them (this rank's share) in `sums` (launch_sum).
template <class K, class A, class Reducer>
void sum_over_cells(const std::string& label, const K& kernel, const CellRange<A>& range,
                    const Reducer& sums) {
  with_cell_walk(kernel, range, [&](const auto& walk) { launch_sum(label, walk, sums); });
}
/// Same, and returns them. Waits.
template <class K, class A>
Sums sum_over_cells(const std::string& label, const K& kernel, const CellRange<A>& range) {
  Sums sums;
  sum_over_cells(label, kernel, range, Kokkos::Sum<Sums>(sums));
  return sums;
}

} // namespace isobar
