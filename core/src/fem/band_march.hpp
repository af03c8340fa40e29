#pragma once
#include "fem/macro_bands.hpp"
#include "walk/gpu/row_range.hpp"

namespace isobar {

/// A GPU's walk through bands. A lane marches along a column of unknowns. It keeps three numbers of u from each of two rows,
/// and the contribution of the row below to its own row. So a number of a band is read from memory once, and the lane beside it
/// reads it from the first-level cache. No lane waits for another one. Columns of all macro elements lie side by side.
template <class T, class Finish> struct BandMarch {
  using V = Pack<T, 1>;
  static constexpr int lanes = 128, rows = 16;
  static constexpr int at_once =
      8; ///< teams that a multiprocessor should hold: 64 registers a lane
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<lanes, at_once>>;
  MacroPlaces places;
  MacroBands<T> bands;
  const T* x;
  Finish finish;

  int teams() const { return divide_up(columns(), lanes) * segments(); }
  static constexpr int team_size() { return lanes; }
  static constexpr std::size_t scratch_bytes() { return 0; }

  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Team& team, int index) const {
    const int column = index / segments() * lanes + team.team_rank();
    if (column >= columns()) return;
    const int macro = column / (places.cells - 1), i = 1 + column % (places.cells - 1);
    const RowRange range(index % segments(), segments(), places.cells - 1);
    const Lane lane{
        macro, i, {column_of(macro, i - 1), column_of(macro, i), column_of(macro, i + 1)}};
    V own[3], above[3];
    read(lane, range.begin, own);
    read(lane, range.begin + 1, above);
    V from_below = bands_at(lane, range.begin).for_above(own);
    for (int j = range.begin + 1; j <= range.end; ++j) {
      const int n = places.row(macro, j) + i - 1;
      const auto given = finish.given(n);
      move(above, own);
      read(lane, j + 1, above);
      const BandsAt<T> row = bands_at(lane, j);
      const V sum = from_below + row.product(own, above);
      from_below = row.for_above(own);
      finish(n, sum.get(0), given);
    }
  }

private:
  struct Lane {
    int macro, i;
    LatticeColumn<T> of_column[3];
  };
  KOKKOS_FORCEINLINE_FUNCTION int columns() const { return places.macros * (places.cells - 1); }
  KOKKOS_FORCEINLINE_FUNCTION int segments() const { return (places.cells - 2 + rows) / rows; }
  KOKKOS_FORCEINLINE_FUNCTION LatticeColumn<T> column_of(int macro, int i) const {
    return places.lattice_column(x, macro, i);
  }
  KOKKOS_FORCEINLINE_FUNCTION BandsAt<T> bands_at(const Lane& lane, int j) const {
    return {bands.numbers + (bands.row(lane.macro, j) + lane.i), bands.pitch()};
  }
  KOKKOS_FORCEINLINE_FUNCTION void read(const Lane& lane, int j, V (&u)[3]) const {
    const bool inside = j > 0 && j < places.cells;
    ISOBAR_UNROLL
    for (int a = 0; a < 3; ++a)
      u[a] = inside ? lane.of_column[a](j) : places.at(x, lane.macro, lane.i - 1 + a, j);
  }
  KOKKOS_FORCEINLINE_FUNCTION static void move(const V (&from)[3], V (&to)[3]) {
    ISOBAR_UNROLL
    for (int a = 0; a < 3; ++a) to[a] = from[a];
  }
};

} // namespace isobar
