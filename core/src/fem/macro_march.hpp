#pragma once
#include "fem/macro_geometry.hpp"
#include "fem/macro_places.hpp"
#include "walk/gpu/row_range.hpp"

namespace isobar {

/// A GPU's march through macro elements. A lane has a column of elements and marches along it. It keeps u of the row between
/// two elements and the contribution of the element below to that row. The contribution of the element on the left comes from
/// the lane before. So the first lane of a warp computes only for the second one. The kernel has no scratch and no barrier. It
/// reads each number from memory once, and computes each element once but for one of 32 columns and the first row of a segment.
/// Columns of all macro elements lie side by side.
template <int K, class T, class Finish, class Geometry = MacroGeometry<T>> struct MacroMarch {
  using V = Pack<T, 1>;
  static constexpr int lanes = 32, warps = 4, own_columns = lanes - 1;
  static constexpr int nodes = K + 1; ///< of an element along an axis
  /// Teams of a multiprocessor, as registers allow.
  static constexpr int at_once = K == 2 ? 3 : sizeof(T) == 8 ? 5 : 7;
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<lanes * warps, at_once>>;
  MacroPlaces places;
  Geometry geometry;
  const T* x;
  Finish finish;
  int segments; ///< of at least 16 rows: as many as fill the multiprocessors

  MacroMarch(const MacroPlaces& places, const Geometry& geometry, const T* x, const Finish& finish)
      : places(places), geometry(geometry), x(x), finish(finish),
        segments(std::min(
            segments_at_once(teams_along_x(), geometry.elements, multiprocessors() * at_once),
            divide_up(geometry.elements, 16))) {}
  int teams() const { return teams_along_x() * segments; }
  static constexpr int team_size() { return lanes * warps; }
  static constexpr std::size_t scratch_bytes() { return 0; }

  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Team& team, int index) const {
    const int strip = index / segments * warps + team.team_rank() / lanes;
    const Lane lane = place(strip, team.team_rank() % lanes);
    RowRange range(index % segments, segments, geometry.elements);
    if (range.begin > 0) --range.begin; // computed for the row above
    State s{};
    for (int a = 0; a < nodes; ++a) s.u[0][a] = at(lane, a, K * range.begin);
    read(lane, range.begin, s.ahead);
    auto patch = geometry.template patch_at<V>(lane.macro, lane.column, range.begin);
    for (int row = range.begin; row < range.end; ++row) {
      if (row % geometry.patch == 0)
        patch = geometry.template patch_at<V>(lane.macro, lane.column, row);
      take_ahead(s);
      if (row + 1 < range.end) read(lane, row + 1, s.ahead);
      const bool between = row > range.begin;
      RowGiven given;
      if constexpr (K == 1) given = read_given(lane, row, between);
      V r[nodes * nodes];
      geometry.template product<K>(patch, lane.macro, lane.column, row, &s.u[0][0], r);
      add_left(team, r);
      if constexpr (K == 2) {
        if (lane.stores) store_rows(lane, row, between, range.begin == 0, s, r);
      } else if (given.stored) finish(given.row, (s.below[0] + r[0]).get(0), given.given);
      move_on(s, r);
    }
  }

private:
  int teams_along_x() const {
    return divide_up(divide_up(places.macros * geometry.elements - 1, own_columns), warps);
  }
  struct State {
    /// Rows of an element; rows of the next one except its first.
    V u[nodes][nodes], ahead[K][nodes];
    V below[K]; ///< what the element below adds to the row between
  };
  struct RowGiven {
    int row;
    bool stored;
    typename Finish::Given given;
  };
  struct Lane {
    int macro, column;
    bool stores;
    LatticeColumn<T> of_node[nodes];
  };

  /// Returns a lane's place. Lanes beyond the last column compute the last column, too.
  KOKKOS_FORCEINLINE_FUNCTION Lane place(int strip, int lane) const {
    const int columns = places.macros * geometry.elements, at = strip * own_columns + lane;
    const int column = at < columns ? at : columns - 1;
    Lane l{column / geometry.elements,
           column % geometry.elements,
           at < columns && (lane > 0 || strip == 0),
           {}};
    for (int a = 0; a < nodes; ++a)
      l.of_node[a] = places.lattice_column(x, l.macro, K * l.column + a);
    return l;
  }
  KOKKOS_FORCEINLINE_FUNCTION T at(const Lane& lane, int a, int j) const {
    if (j > 0 && j < places.cells) return lane.of_node[a](j);
    return places.at(x, lane.macro, K * lane.column + a, j);
  }
  KOKKOS_FORCEINLINE_FUNCTION void read(const Lane& lane, int row, V (&u)[K][nodes]) const {
    ISOBAR_UNROLL
    for (int b = 0; b < K; ++b) ISOBAR_UNROLL
    for (int a = 0; a < nodes; ++a) u[b][a] = at(lane, a, K * row + b + 1);
  }
  KOKKOS_FORCEINLINE_FUNCTION static void take_ahead(State& s) {
    ISOBAR_UNROLL
    for (int b = 0; b < K; ++b) ISOBAR_UNROLL
    for (int a = 0; a < nodes; ++a) s.u[b + 1][a] = s.ahead[b][a];
  }
  /// Moves on to the next element, whose first row is the last row of this one.
  KOKKOS_FORCEINLINE_FUNCTION static void move_on(State& s, const V* r) {
    ISOBAR_UNROLL
    for (int a = 0; a < nodes; ++a) s.u[0][a] = s.u[K][a];
    ISOBAR_UNROLL
    for (int a = 0; a < K; ++a) s.below[a] = r[K * nodes + a];
  }
  /// Adds the contribution of the element on the left to the nodes between.
  template <class Team> KOKKOS_FORCEINLINE_FUNCTION static void add_left(const Team& team, V* r) {
    ISOBAR_UNROLL
    for (int b = 0; b < nodes; ++b)
      r[b * nodes] = V(from_thread_in_step(team, r[b * nodes + K].get(0), -1)) + r[b * nodes];
  }
  /// Returns, for order 1, the row between two elements, and what finish() reads for it. The kernel reads it before the
  /// product, whose arithmetic hides the latency of memory.
  KOKKOS_FORCEINLINE_FUNCTION RowGiven read_given(const Lane& lane, int row, bool between) const {
    RowGiven g{places.row(lane.macro, row) + lane.column - 1,
               between && lane.stores && lane.column > 0,
               {}};
    if (g.stored) g.given = finish.given(g.row);
    return g;
  }
  /// Finishes the rows that are complete: the row between two elements, and the rows inside an element. With order 2, the data
  /// for finish() are read only here, as no registers are left to hold them during the product.
  KOKKOS_FORCEINLINE_FUNCTION void store_rows(const Lane& lane, int row, bool between, bool inside,
                                              const State& s, const V* r) const {
    ISOBAR_UNROLL
    for (int b = 0; b < K; ++b) {
      if (b == 0 ? !between : !(between || inside)) continue;
      const int n = places.row(lane.macro, K * row + b) + K * lane.column - 1;
      ISOBAR_UNROLL
      for (int a = 0; a < K; ++a)
        if (a > 0 || lane.column > 0)
          finish(n + a, (b == 0 ? s.below[a] + r[a] : r[b * nodes + a]).get(0),
                 finish.given(n + a));
    }
  }
};

} // namespace isobar
