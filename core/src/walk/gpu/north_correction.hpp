#pragma once
#include "device/smooth_sources.hpp"
#include "walk/gpu/lane_exchange.hpp"
#include "walk/gpu/team_place.hpp"

/// The coarse correction of the rows that a march meets, for prolongation fused with smoothing.
namespace isobar {

/// Rows that need no correction: their numbers in memory are the field.
template <class Source, class Shape, bool in_pairs> struct NorthCorrection {
  static constexpr int held = 0;
  KOKKOS_FORCEINLINE_FUNCTION NorthCorrection(const Source&, const ThreadPlace<Shape>&, int) {}
  template <class Team> KOKKOS_FORCEINLINE_FUNCTION void begin(const Team&, int) {}
  template <class Team, class S>
  KOKKOS_FORCEINLINE_FUNCTION void apply(const Team&, S (&)[Shape::layers], int) {}
  template <class S> KOKKOS_FORCEINLINE_FUNCTION void apply_side(S&, int) const {}
};

/// The coarse columns around a fine column of a tile: the one that contains it, and the one on its
/// other side. A lane reads the farther one. The lanes at fine columns 2m - 1 and 2m + 2 so read
/// coarse column m, which contains 2m and 2m + 1. These get it from one of them by an exchange. So
/// half as many numbers are on their way from memory.
///
/// Where lanes cannot exchange numbers, or a tile has no such lane, a lane reads both.
template <class Source, class SC, class Shape> class CoarseColumns {
  static constexpr bool exchanges = lanes_that_exchange % Shape::lanes == 0 && Shape::lanes >= 4;

public:
  /// In: `nx`, the number of the rank's columns. The halo column behind them counts, too. Lanes
  /// beyond it read what the lanes of the last columns need.
  KOKKOS_FORCEINLINE_FUNCTION CoarseColumns(const Source& source, const ThreadPlace<Shape>& place,
                                            int nx)
      : source_(source) {
    const int own = place.first + place.lane;
    const int i = own <= nx ? own : exchanges ? nx + 2 - nx % 2 : nx;
    const int far = farther(i), pair = place.lane / 2 * 2;
    columns_ = at(i, place.k0) + far;
    near_ = exchanges ? place.thread - place.lane + (pair + 2 < Shape::lanes ? pair + 2 : pair - 1)
                      : -far;
  }
  /// Reads the farther column's number on own layer l. In: `row`, the place of the coarse row.
  KOKKOS_FORCEINLINE_FUNCTION SC read(std::ptrdiff_t row, int l) const {
    return (columns_ + row)[source_.coarse_strides.up(l)];
  }
  /// Returns the coarse row at the own fine column, on own layer l. In: `far`, what read() gave.
  /// All lanes of a warp must call it.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION SC along_x(const Team& team, SC far, std::ptrdiff_t row,
                                         int l) const {
    if constexpr (exchanges) return weighted(from_rank_in_step(team, far, near_), far);
    else return weighted(read(row + near_, l), far);
  }
  /// The place on coarse row 0 of the coarse column that contains fine column i.
  KOKKOS_FORCEINLINE_FUNCTION const SC* at(int i, int k) const {
    return source_.coarse.origin + source_.coarse_strides.cell((i + 2) / 2 - 1, k, 0).at;
  }
  /// The stride from the coarse column that contains fine column i to the coarse column on its
  /// other side.
  KOKKOS_FORCEINLINE_FUNCTION static int farther(int i) { return (i & 1) != 0 ? 1 : -1; }

private:
  const Source& source_;
  const SC* columns_; ///< coarse row 0 of the farther column, on the lowest own layer
  int near_;          ///< the thread that reads the nearer column, or the stride to this column
};

/// The correction of a row, for each cell of a thread. Two fine rows lie between two coarse ones,
/// and a thread computes the northern row's correction together with the southern one's.
///
/// With `in_pairs`, it then reads both coarse rows. If a team is alone on its multiprocessor, each
/// wait for memory costs it more than the additional numbers. Without `in_pairs`, each fine row
/// reads one coarse row, and half as many numbers are on their way.
template <class Own, class SC, class Shape, bool in_pairs>
class NorthCorrection<CorrectedCells<Own, SC>, Shape, in_pairs> {
public:
  using Source = CorrectedCells<Own, SC>;
  static constexpr int layers = Shape::layers, sides = TileSide<Shape>::turns;
  static constexpr int held = sizeof(SC); ///< bytes of registers for each layer
  static constexpr bool fetches_ahead = in_pairs && sizeof(SC) == sizeof(double);
  KOKKOS_FORCEINLINE_FUNCTION NorthCorrection(const Source& source, const ThreadPlace<Shape>& place,
                                              int nx)
      : source_(source), place_(place), nx_(nx), columns_(source, place, nx) {}
  /// Prepares apply(), whose first row is `row`. Like apply_southern() it reads before it computes:
  /// no load passes an exchange, and on a small level the waits would take longer than the march.
  template <class Team> KOKKOS_FORCEINLINE_FUNCTION void begin(const Team& team, int row) {
    const bool odd = (row & 1) != 0;
    if (in_pairs && odd) return;
    const std::ptrdiff_t n = coarse_row(row), s = n - source_.coarse_strides.row;
    SC far_south[layers], far_north[layers];
    read(far_south, s);
    if (odd) return along_x(team, carried_, far_south, s);
    read(far_north, n);
    correct_sides(row);
    along_x(team, carried_, far_south, s);
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l)
      carried_[l] = weighted(columns_.along_x(team, far_north[l], n, l), carried_[l]);
  }
  /// Corrects `row`. The march calls it once for every row, northwards.
  template <class Team, class T>
  KOKKOS_FORCEINLINE_FUNCTION void apply(const Team& team, T (&north)[layers], int row) {
    if ((row & 1) != 0) apply_southern(team, north, row);
    else apply_northern(team, north, row);
  }
  template <class T> KOKKOS_FORCEINLINE_FUNCTION void apply_side(T& u, int turn) const {
    add(u, side_[turn]);
  }

private:
  /// Corrects the southern one of the two rows between coarse rows, and computes the other one's
  /// correction. It reads everything before it computes anything.
  template <class Team, class T>
  KOKKOS_FORCEINLINE_FUNCTION void apply_southern(const Team& team, T (&north)[layers], int row) {
    const std::ptrdiff_t n = coarse_row(row), s = n - source_.coarse_strides.row;
    SC far_north[layers], far_south[layers];
    read(far_north, n);
    if constexpr (in_pairs) read(far_south, s);
    correct_sides(row);
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) {
      const SC on_north = columns_.along_x(team, far_north[l], n, l);
      SC on_south = carried_[l];
      if constexpr (in_pairs) on_south = columns_.along_x(team, far_south[l], s, l);
      add(north[l], weighted(on_south, on_north));
      carried_[l] = weighted(on_north, on_south);
    }
  }
  template <class Team, class T>
  KOKKOS_FORCEINLINE_FUNCTION void apply_northern(const Team& team, T (&north)[layers], int row) {
    for (int turn = 0; turn < sides; ++turn) side_[turn] = next_side_[turn];
    if constexpr (fetches_ahead) will_read_next(row);
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) add(north[l], carried_[l]);
    if constexpr (!in_pairs) {
      const std::ptrdiff_t n = coarse_row(row);
      SC far[layers];
      read(far, n);
      along_x(team, carried_, far, n);
    }
  }
  /// Adds the correction to u. If the sweep begins from u = 0, the correction is u.
  template <class T> KOKKOS_FORCEINLINE_FUNCTION static void add(T& u, const SC& correction) {
    if constexpr (Source::stored) u += correction;
    else u = correction;
  }
  /// Reads the coarse row at `row` in the farther column.
  KOKKOS_FORCEINLINE_FUNCTION void read(SC (&far)[layers], std::ptrdiff_t row) const {
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) far[l] = columns_.read(row, l);
  }
  /// Sets `at_own` to a coarse row at the own fine column.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void along_x(const Team& team, SC (&at_own)[layers],
                                           const SC (&far)[layers], std::ptrdiff_t row) const {
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) at_own[l] = columns_.along_x(team, far[l], row, l);
  }
  /// The place of the northern one of the two coarse rows that correct fine row j.
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t coarse_row(int j) const {
    return (j + 1) / 2 * source_.coarse_strides.row;
  }
  /// Fetches the coarse row after the next one into the second-level cache. The lanes of a chunk
  /// share its layers.
  KOKKOS_FORCEINLINE_FUNCTION void will_read_next(int row) const {
    for (int l = place_.lane; l < layers; l += Shape::lanes)
      will_read(columns_.at(place_.first, place_.k0 + l) +
                (row / 2 + 1) * source_.coarse_strides.row);
  }
  /// Computes the corrections beside the tile, for the southern fine row `row` and the next one. A
  /// thread without a side reads one, too: a branch would wait for its loads.
  KOKKOS_FORCEINLINE_FUNCTION void correct_sides(int row) {
    for (int turn = 0; turn < sides; ++turn) {
      const TileSide<Shape> side(place_, turn, nx_);
      const SC* north = columns_.at(side.i, side.valid ? side.k : 0) + coarse_row(row);
      const SC* south = north - source_.coarse_strides.row;
      const int far = columns_.farther(side.i);
      const SC s = weighted(south[0], south[far]), n = weighted(north[0], north[far]);
      side_[turn] = weighted(s, n);
      next_side_[turn] = weighted(n, s);
    }
  }

  const Source& source_;
  const ThreadPlace<Shape>& place_;
  int nx_;
  CoarseColumns<Source, SC, Shape> columns_;
  SC carried_[layers] = {}; ///< the next row's correction, or a coarse row along x
  SC side_[sides] = {}, next_side_[sides] = {};
};

} // namespace isobar
