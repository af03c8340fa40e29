#pragma once
#include <isobar/core/march.hpp>
#include <isobar/core/stencil.hpp>

namespace isobar {

/// A GPU's walk for stencil kernels (the concept is in cell_walk.hpp). A team is 32 lanes times
/// some chunks of levels and marches along y: every thread keeps the rows of its few levels in
/// registers, so a row of the stencilled field is read once from memory, and its neighbours in x
/// and in the vertical once more from the first-level cache. No barrier, no scratch.
template <class K> class CellMarch {
public:
  using V = typename K::pack;
  using A = typename V::value_type;
  static constexpr int lanes = 32, chunks = 8, rows = K::rows;
  static constexpr int levels = rows == 1 ? 4 : 2; ///< of a thread
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<lanes * chunks, 2>>;
  using Member = typename Policy::member_type;

  CellMarch(const K& kernel, int nx, int ny, int nz)
      : kernel_(kernel), nx_(nx), ny_(ny), nz_(nz), tiles_(divide_up(nx, lanes * V::width)),
        groups_(divide_up(nz, chunks * levels)),
        segments_(segments_of_rows(tiles_ * groups_, ny, 8)) {}

  Policy policy() const { return Policy(tiles_ * groups_ * segments_, lanes * chunks, 1); }
  KOKKOS_FUNCTION void operator()(const Member& team) const { march(team); }
  KOKKOS_FUNCTION void operator()(const Member& team, Sums& sums) const { sums += march(team); }

private:
  KOKKOS_FUNCTION Sums march(const Member& team) const {
    const int tile = team.league_rank() % tiles_, group = team.league_rank() / tiles_ % groups_;
    const RowRange range(team.league_rank() / tiles_ / groups_, segments_, ny_);
    const int i = (tile * lanes + team.team_rank() % lanes) * V::width;
    const int k0 = (group * chunks + team.team_rank() / lanes) * levels;
    if (i >= nx_ || k0 >= nz_) return {};
    V row[rows + 2][levels]; // from the one south of the step's rows to the one north of them
    read_rows(row, 0, i, k0, range.begin * rows - 1);
    read_rows(row, 1, i, k0, range.begin * rows);
    Sums sums;
    for (int j = range.begin; j < range.end; ++j) {
      for (int r = 2; r < rows + 2; ++r) read_rows(row, r, i, k0, j * rows + r - 1);
      sums += step(row, i, k0, j);
      ISOBAR_UNROLL
      for (int l = 0; l < levels; ++l) {
        row[0][l] = row[rows][l];
        row[1][l] = row[rows + 1][l];
      }
    }
    return sums;
  }

  KOKKOS_FORCEINLINE_FUNCTION auto row_of(int i, int k0, int j) const {
    return kernel_.stencilled().origin + kernel_.strides.cell(i, k0, j).at;
  }
  /// Threads that reach beyond the top read what lies there and store nothing.
  KOKKOS_FORCEINLINE_FUNCTION void read_rows(V (&row)[rows + 2][levels], int r, int i, int k0,
                                             int j) const {
    const auto* p = row_of(i, k0, j);
    ISOBAR_UNROLL
    for (int l = 0; l < levels; ++l) row[r][l] = load_aligned<V>(p + kernel_.strides.up(l));
  }

  /// Everything is read before anything is stored: a store might change what is read after it.
  KOKKOS_FORCEINLINE_FUNCTION Sums step(const V (&row)[rows + 2][levels], int i, int k0,
                                        int j) const {
    const Cell cell = kernel_.strides.cell(i, k0, j);
    typename K::Inputs inputs[levels];
    Window<V> windows[levels][rows];
    ISOBAR_UNROLL
    for (int l = 0; l < levels; ++l) {
      inputs[l] = kernel_.read({i, k0 + l, j, cell.at, kernel_.strides.up(l)});
      for (int r = 0; r < rows; ++r)
        windows[l][r] = window(row, r + 1, l, row_of(i, k0, j * rows + r));
    }
    const auto column = kernel_.column(i, j);
    const int columns = nx_ - i < V::width ? nx_ - i : V::width;
    SumPacks<V> sums;
    ISOBAR_UNROLL
    for (int l = 0; l < levels; ++l)
      kernel_.cell(column, {i, k0 + l, j, cell.at, kernel_.strides.up(l)}, windows[l], inputs[l],
                   k0 + l < nz_ ? columns : 0, sums);
    return sums.total();
  }

  template <class S>
  KOKKOS_FORCEINLINE_FUNCTION Window<V> window(const V (&row)[rows + 2][levels], int r, int l,
                                               const S* lowest) const {
    const S* p = lowest + kernel_.strides.up(l);
    const int level = int(kernel_.strides.level);
    const V& centre = row[r][l];
    return {centre,
            western(centre, A(p[-1])),
            eastern(centre, A(p[V::width])),
            row[r - 1][l],
            row[r + 1][l],
            l > 0 ? row[r][l - 1] : load_aligned<V>(p - level),
            l + 1 < levels ? row[r][l + 1] : load_aligned<V>(p + level)};
  }

  K kernel_;
  int nx_, ny_, nz_, tiles_, groups_, segments_;
};

} // namespace isobar
