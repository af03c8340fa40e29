#pragma once
#include "device/pack_shuffle.hpp"
#include "device/stencil.hpp"
#include "walk/gpu/layer_table.hpp"
#include "walk/gpu/row_range.hpp"

namespace isobar {

/// The numbers that a thread keeps from row to row for kernel K.
template <class K> constexpr auto kept_by() {
  struct Nothing {};
  if constexpr (K::launch.keeps_rows) return typename K::Kept{};
  else return Nothing{};
}

/// A pack of cells that a march holds in registers. If `with_sides` is true, it also holds the cell
/// on either side of the pack.
template <class V, bool with_sides> struct RowPack { V cells; };
template <class V> struct RowPack<V, true> {
  V cells;
  typename V::value_type west, east;
};

/// A GPU's walk for kernels that treat every cell by itself (CellKernel). A team has 32 lanes times
/// some chunks of layers and marches along y. Every thread keeps the rows of its few layers in
/// registers. So a team reads a row of the stencilled field once from memory. It reads the
/// neighbours in x and in the vertical once more from the first-level cache. Other teams on the
/// multiprocessor hide the latency of memory. The walk needs no barrier and no scratch. Table is
/// one of layer_table.hpp.
template <class K, class Table> class CellMarch {
public:
  using V = typename K::pack;
  using A = typename V::value_type;
  static constexpr Walk in_order_of = Walk::march;
  static constexpr bool threads_meet = false;
  static constexpr int lanes = 32, chunks = K::launch.chunks, rows = K::launch.rows;
  static_assert(lanes * chunks % 64 == 0, "a team is whole waves, of 32 lanes and of 64");
  static constexpr int layers = K::launch.layers > 0 ? K::launch.layers : rows == 2 ? 2 : 4;
  static_assert(32 % (chunks * layers) == 0, "fields reach as far as whole groups of 32 layers");
  using Total = TotalOf<K>;
  /// The number of teams for which a multiprocessor has registers at once. A launch of exactly so
  /// many teams marches all of them together.
  static constexpr int teams_at_once = K::launch.teams > 0 ? K::launch.teams : rows == 0 ? 4 : 2;
  static constexpr int least_teams = chunks < 8 ? teams_at_once : 2; ///< the compiler's bound
  using Policy =
      Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<lanes * chunks, least_teams>>;
  using Member = typename Policy::member_type;

  CellMarch(const K& kernel, const Table& table, int nx, const PatchRows& rows, int nz)
      : kernel_(kernel), table_(table), nx_(nx), nz_(nz), tiles_(divide_up(nx, lanes * V::width)),
        groups_(divide_up(nz, chunks * layers)), segments_{rows, segments(tiles_ * groups_, rows)} {
  }

  int teams() const { return tiles_ * groups_ * segments_.all(); }
  static constexpr int team_size() { return lanes * chunks; }
  static constexpr std::size_t scratch_bytes() { return 0; }
  Policy policy() const { return Policy(teams(), team_size(), 1); }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }
  KOKKOS_FUNCTION void operator()(const Member& team, Total& totals) const { totals += walk(team); }

  template <class Team> KOKKOS_FORCEINLINE_FUNCTION Total walk(const Team& team) const {
    if (!has_work(kernel_)) return {};
    const int tile = team.league_rank() % tiles_, group = team.league_rank() / tiles_ % groups_;
    const int segment = team.league_rank() / tiles_ / groups_;
    const RowRange range = segments_.range(segment);
    const LowestCell place{(tile * lanes + team.team_rank() % lanes) * V::width,
                           (group * chunks + chunk_of_thread<lanes>(team.team_rank())) * layers};
    if (place.i >= nx_ || place.k0 >= nz_) return {};
    if constexpr (enters_patches<K>) {
      const K kernel = in_patch(kernel_, segments_.patch(segment));
      return Rows{*this, kernel}.march(place, range);
    } else {
      return Rows{*this, kernel_}.march(place, range);
    }
  }

private:
  using Inputs = typename K::Inputs;
  static constexpr bool reads_ahead = K::launch.reads_ahead;
  static constexpr bool fetches_ahead = K::launch.fetches_ahead;
  static constexpr int rounds = K::launch.rounds;
  static constexpr bool keeps_rows = K::launch.keeps_rows;
  /// Whether the cells beside a row stay in registers with it. A step on two rows uses them three
  /// times. In kernels on one row, with packs of one column and twice the layers, they would take
  /// all registers.
  static constexpr bool keeps_sides = K::launch.corners && rows > 1;
  using RowCells = RowPack<V, keeps_sides>;
  using Kept = decltype(kept_by<K>());

  /// The first column and the lowest layer of a thread's cells.
  struct LowestCell {
    int i, k0;
  };
  /// Returns the number of segments for the kernel's rounds of teams if each team then marches at
  /// least 32 rows. Otherwise returns the number for one round.
  static int segments(int columns, const PatchRows& rows) {
    const int all = segments_of_rows(columns, rows, rounds * teams_at_once);
    return rows.rows >= 32 * all ? all : segments_of_rows(columns, rows, teams_at_once);
  }

  /// A thread's march, with the kernel for its patch.
  struct Rows {
    const CellMarch& all;
    const K& kernel;

    KOKKOS_FORCEINLINE_FUNCTION Total march(const LowestCell& place, const RowRange& range) const {
      if constexpr (rows == 0) return visit_cells(place, range);
      else return march_stencil(place, range);
    }

  private:
    KOKKOS_FORCEINLINE_FUNCTION Cell lowest(const LowestCell& place, int j) const {
      return {place.i, place.k0, j, kernel.strides.offset(place.i, place.k0, j)};
    }
    KOKKOS_FORCEINLINE_FUNCTION Cell cell(const Cell& lowest, int l) const {
      return {lowest.i, lowest.k + l, lowest.j, lowest.at, kernel.strides.up(l)};
    }
    /// The number of the pack's columns that are stored on own layer l: none above the top.
    KOKKOS_FORCEINLINE_FUNCTION int active(const LowestCell& place, int l) const {
      const int columns = all.nx_ - place.i < V::width ? all.nx_ - place.i : V::width;
      return place.k0 + l < all.nz_ ? columns : 0;
    }

    /// Visits the cells of all rows. It reads everything before it stores anything. A store might
    /// change numbers that are read later, so a compiler would let every layer wait for the one
    /// before.
    KOKKOS_FORCEINLINE_FUNCTION Total visit_cells(const LowestCell& place,
                                                  const RowRange& range) const {
      Total totals;
      Kept kept{};
      if constexpr (keeps_rows) kernel.begin_rows(lowest(place, range.begin), kept);
      for (int j = range.begin; j < range.end; ++j) {
        if constexpr (fetches_ahead)
          if (j + 1 < range.end) fetch(place, j + 1);
        const Cell first = lowest(place, j);
        Inputs inputs[layers];
        if constexpr (keeps_rows) kernel.read_row(first, kept, inputs);
        else read_inputs(inputs, first);
        const auto column = kernel.column(place.i, j);
        TotalPacks<K> row_totals;
        ISOBAR_UNROLL
        for (int l = 0; l < layers; ++l)
          kernel.cell(column, cell(first, l), inputs[l], active(place, l), row_totals);
        totals += row_totals.total();
      }
      return totals;
    }

    KOKKOS_FORCEINLINE_FUNCTION Total march_stencil(const LowestCell& place,
                                                    const RowRange& range) const {
      RowCells row[rows + 2][layers]; // the step's rows, and one row beside them on either side
      for (int r = 0; r < 2; ++r) read_row(row[r], place, range.begin, r - 1);
      Ahead ahead;
      if constexpr (reads_ahead) read(ahead, place, range.begin);
      Total totals;
      for (int j = range.begin; j < range.end; ++j) {
        if constexpr (fetches_ahead)
          if (j + 1 < range.end) will_read(place, j + 1);
        if constexpr (!reads_ahead) read(ahead, place, j);
        Inputs inputs[layers];
        ISOBAR_UNROLL
        for (int l = 0; l < layers; ++l) {
          inputs[l] = ahead.inputs[l];
          for (int r = 0; r < rows; ++r) row[r + 2][l] = ahead.row[r][l];
        }
        if (reads_ahead && j + 1 < range.end) read(ahead, place, j + 1);
        totals += step(row, inputs, place, j);
        ISOBAR_UNROLL
        for (int l = 0; l < layers; ++l) {
          row[0][l] = row[rows][l];
          row[1][l] = row[rows + 1][l];
        }
      }
      return totals;
    }

    /// The numbers that step j needs and no earlier step had.
    struct Ahead {
      RowCells row[rows][layers];
      Inputs inputs[layers];
    };
    KOKKOS_FORCEINLINE_FUNCTION void read(Ahead& ahead, const LowestCell& place, int j) const {
      for (int r = 0; r < rows; ++r) read_row(ahead.row[r], place, j, r + 1);
      read_inputs(ahead.inputs, lowest(place, j));
    }

    /// Fetches the numbers of step j into the second-level cache, without registers.
    KOKKOS_FORCEINLINE_FUNCTION void will_read(const LowestCell& place, int j) const {
      const Cell first = lowest(place, j);
      ISOBAR_UNROLL
      for (int l = 0; l < layers; ++l) {
        for (int r = 0; r < rows; ++r) row_of(place, j, r + 1).will_read(l);
        kernel.will_read(cell(first, l));
      }
    }

    /// Fetches the numbers of step j for kernels that do all their reading themselves.
    KOKKOS_FORCEINLINE_FUNCTION void fetch(const LowestCell& place, int j) const {
      const Cell first = lowest(place, j);
      ISOBAR_UNROLL
      for (int l = 0; l < layers; ++l) kernel.will_read(cell(first, l));
    }

    /// The row `r` rows north of the first row of step j, from the thread's lowest layer on.
    KOKKOS_FORCEINLINE_FUNCTION auto row_of(const LowestCell& place, int j, int r) const {
      return kernel.stencilled().row(lowest(place, j), (rows - 1) * j + r);
    }
    /// Reads a row for all layers of the thread. Threads that reach beyond the top read what is
    /// there and store nothing.
    KOKKOS_FORCEINLINE_FUNCTION void read_row(RowCells (&row)[layers], const LowestCell& place,
                                              int j, int r) const {
      const auto u = row_of(place, j, r);
      ISOBAR_UNROLL
      for (int l = 0; l < layers; ++l) {
        row[l].cells = u.template aligned<V>(l);
        if constexpr (keeps_sides) {
          row[l].west = beside(u, l, -1, 0);
          row[l].east = beside(u, l, V::width, 0);
        }
      }
    }
    /// The cell `columns` columns east and `north` rows north of the row u, on own layer l.
    template <class Row>
    KOKKOS_FORCEINLINE_FUNCTION static A beside(const Row& u, int l, int columns, int north) {
      return u.template value<Pack<A, 1>>(l, columns, north).get(0);
    }
    KOKKOS_FORCEINLINE_FUNCTION void read_inputs(Inputs (&inputs)[layers],
                                                 const Cell& first) const {
      ISOBAR_UNROLL
      for (int l = 0; l < layers; ++l) inputs[l] = kernel.read(cell(first, l));
    }

    /// Treats the cells of step j. Like visit_cells(), it reads before it stores.
    KOKKOS_FORCEINLINE_FUNCTION Total step(const RowCells (&row)[rows + 2][layers],
                                           const Inputs (&inputs)[layers], const LowestCell& place,
                                           int j) const {
      WindowOf<K> windows[layers][rows];
      ISOBAR_UNROLL
      for (int l = 0; l < layers; ++l)
        for (int r = 0; r < rows; ++r)
          windows[l][r] = window(row, r + 1, l, place, row_of(place, j, r));
      const auto column = kernel.column(place.i, j);
      const Cell first = lowest(place, j);
      TotalPacks<K> totals;
      ISOBAR_UNROLL
      for (int l = 0; l < layers; ++l)
        kernel.cell(column, all.table_.at(place.k0 + l), cell(first, l), windows[l], inputs[l],
                    active(place, l), totals);
      return totals.total();
    }

    /// Returns the numbers below and above a thread's layers, which are 0 below the ground and above
    /// the top (Window). Both functions always load, from a layer that exists: a load behind a branch
    /// would wait for the loads before it.
    template <class Row>
    KOKKOS_FORCEINLINE_FUNCTION static V below(const LowestCell& place, const Row& u) {
      const bool exists = place.k0 > 0;
      return zero_unless(exists, u.template aligned<V>(exists ? -1 : 0));
    }
    template <class Row>
    KOKKOS_FORCEINLINE_FUNCTION V above(const LowestCell& place, const RowCells (&row)[layers],
                                        int l, const Row& u) const {
      const bool exists = place.k0 + l + 1 < all.nz_;
      if (l + 1 < layers) return zero_unless(exists, row[l + 1].cells);
      return zero_unless(exists, u.template aligned<V>(exists ? layers : layers - 1));
    }
    KOKKOS_FORCEINLINE_FUNCTION static V zero_unless(bool exists, const V& x) {
      return keep_active(x, exists ? V::width : 0);
    }

    template <class Row>
    KOKKOS_FORCEINLINE_FUNCTION WindowOf<K> window(const RowCells (&row)[rows + 2][layers], int r,
                                                   int l, const LowestCell& place,
                                                   const Row& u) const {
      const Window<V> cross{row[r][l].cells,
                            west_of(row[r][l], u, l, 0),
                            east_of(row[r][l], u, l, 0),
                            row[r - 1][l].cells,
                            row[r + 1][l].cells,
                            l > 0 ? row[r][l - 1].cells : below(place, u),
                            above(place, row[r], l, u)};
      if constexpr (!K::launch.corners) return cross;
      else
        return {cross, west_of(row[r - 1][l], u, l, -1), east_of(row[r - 1][l], u, l, -1),
                west_of(row[r + 1][l], u, l, 1), east_of(row[r + 1][l], u, l, 1)};
    }
    /// A pack moved by one column to the west, or to the east. The pack lies `north` rows north of
    /// the row u.
    template <class Row>
    KOKKOS_FORCEINLINE_FUNCTION static V west_of(const RowCells& pack, const Row& u, int l,
                                                 int north) {
      if constexpr (keeps_sides) return western(pack.cells, pack.west);
      else return western(pack.cells, beside(u, l, -1, north));
    }
    template <class Row>
    KOKKOS_FORCEINLINE_FUNCTION static V east_of(const RowCells& pack, const Row& u, int l,
                                                 int north) {
      if constexpr (keeps_sides) return eastern(pack.cells, pack.east);
      else return eastern(pack.cells, beside(u, l, V::width, north));
    }
  };

  K kernel_;
  Table table_;
  int nx_, nz_, tiles_, groups_;
  PatchSegments segments_;
};

} // namespace isobar
