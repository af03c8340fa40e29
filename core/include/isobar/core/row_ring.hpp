#pragma once
#include <isobar/core/interpolation.hpp>
#include <isobar/core/smooth_kernel.hpp>

/// How a team that marches along y holds the rows of u that its columns couple to: every thread
/// its own cells of the southern and the northern row in registers, the row between them in
/// scratch, where neighbours in x find it. The row after the next is on its way meanwhile.
namespace isobar {

/// Where a thread stands: a lane of a tile of columns, a chunk of levels.
template <class Shape> struct Place {
  int thread, lane, chunk;
  int first;  ///< column of the tile
  int i;      ///< own column; lanes beyond the rank's part all stand in its eastern halo,
  int column; ///< and take the last column's geometry
  int k0;     ///< lowest own level
  int active; ///< own levels that are stored: none of columns beyond the rank's part
  int nz;
  KOKKOS_FORCEINLINE_FUNCTION Place(int rank, int tile, int nx, int nz)
      : thread(rank), lane(rank % Shape::lanes), chunk(chunk_of(rank)), first(tile * Shape::lanes),
        i(first + lane < nx ? first + lane : nx), column(i < nx ? i : nx - 1),
        k0(chunk * Shape::levels), active(first + lane < nx ? nz - k0 : 0), nz(nz) {}

private:
  static KOKKOS_FORCEINLINE_FUNCTION int chunk_of(int rank) {
    const int chunk = rank / Shape::lanes;
    if constexpr (Shape::lanes % 32 == 0) return same_in_warp(chunk);
    else return chunk;
  }
};

/// The two columns beside a tile, dealt out to the team's threads by level.
template <class Shape> struct TileSide {
  static constexpr int height = Shape::chunks * Shape::levels;
  static constexpr int turns = (2 * height + Shape::threads - 1) / Shape::threads;
  int k, i, slot;
  bool valid;
  KOKKOS_FORCEINLINE_FUNCTION TileSide(const Place<Shape>& place, int turn, int nx) {
    const int n = place.thread + turn * Shape::threads;
    const bool east = n >= height;
    const int beyond = place.first + Shape::lanes;
    k = east ? n - height : n;
    i = !east ? place.first - 1 : beyond < nx ? beyond : nx;
    slot = k * Shape::pitch + (east ? Shape::lanes + 1 : 0);
    valid = k < place.nz && n < 2 * height;
  }
};

/// Rows without correction: what is in memory.
template <class Source, class Shape, bool in_pairs> struct NorthCorrection {
  static constexpr int held = 0;
  KOKKOS_FORCEINLINE_FUNCTION NorthCorrection(const Source&, const Place<Shape>&, int, int) {}
  template <class S> KOKKOS_FORCEINLINE_FUNCTION void apply(S (&)[Shape::levels], int) {}
  template <class S> KOKKOS_FORCEINLINE_FUNCTION void apply_side(S&, int) const {}
};

/// The correction of a row, cell by cell of a thread. Two fine rows lie between two coarse ones; the
/// northern one's correction is computed with the southern one's. In pairs, both coarse rows are
/// read then: each wait for memory costs a team that is alone on its multiprocessor more than the
/// numbers do. Otherwise each fine row reads one of them, and half as many numbers are on their way.
template <class S, class SC, class Shape, bool in_pairs>
class NorthCorrection<CorrectedCells<S, SC>, Shape, in_pairs> {
public:
  using Source = CorrectedCells<S, SC>;
  static constexpr int sides = TileSide<Shape>::turns;
  static constexpr int held = sizeof(SC); ///< bytes of registers for a level
  static constexpr bool fetches_ahead = in_pairs && sizeof(SC) == sizeof(double);
  /// `row` is the first to be corrected.
  KOKKOS_FORCEINLINE_FUNCTION NorthCorrection(const Source& source, const Place<Shape>& place,
                                              int nx, int row)
      : source_(source), place_(place), nx_(nx), own_(column(place.i, place.k0)),
        far_(farther(place.i)) {
    const SC *north = coarse_row(row), *south = north - source.coarse_strides.row;
    const bool odd = (row & 1) != 0;
    if (in_pairs && odd) return;
    ISOBAR_UNROLL
    for (int l = 0; l < Shape::levels; ++l) {
      const SC s = along_x(south, l);
      carried_[l] = odd ? s : weighted(along_x(north, l), s);
    }
    if (!odd) correct_sides(row);
  }
  /// Called once for every row, northwards.
  template <class T> KOKKOS_FORCEINLINE_FUNCTION void apply(T (&north)[Shape::levels], int row) {
    const SC* coarse = coarse_row(row);
    if ((row & 1) != 0) {
      correct_sides(row);
      ISOBAR_UNROLL
      for (int l = 0; l < Shape::levels; ++l) {
        const SC n = along_x(coarse, l),
                 s = in_pairs ? along_x(coarse - source_.coarse_strides.row, l) : carried_[l];
        north[l] += weighted(s, n);
        carried_[l] = weighted(n, s);
      }
    } else {
      for (int turn = 0; turn < sides; ++turn) side_[turn] = next_side_[turn];
      if constexpr (fetches_ahead) will_read_next(row);
      ISOBAR_UNROLL
      for (int l = 0; l < Shape::levels; ++l) {
        north[l] += carried_[l];
        if constexpr (!in_pairs) carried_[l] = along_x(coarse, l);
      }
    }
  }
  template <class T> KOKKOS_FORCEINLINE_FUNCTION void apply_side(T& u, int turn) const {
    u += side_[turn];
  }

private:
  /// The northern one of the two coarse rows that fine row j is corrected from, in the own column.
  KOKKOS_FORCEINLINE_FUNCTION const SC* coarse_row(int j) const {
    return own_ + (j + 1) / 2 * source_.coarse_strides.row;
  }
  /// Coarse row 0, in the coarse column of fine column i.
  KOKKOS_FORCEINLINE_FUNCTION const SC* column(int i, int k) const {
    return source_.coarse.origin + source_.coarse_strides.cell((i + 2) / 2 - 1, k, 0).at;
  }
  /// From a fine column's coarse column to the one on its other side.
  KOKKOS_FORCEINLINE_FUNCTION static int farther(int i) { return (i & 1) != 0 ? 1 : -1; }
  KOKKOS_FORCEINLINE_FUNCTION SC along_x(const SC* row, int l) const {
    const int up = source_.coarse_strides.up(l);
    return weighted((row + up)[0], (row + up)[far_]);
  }
  /// Fetches the coarse row after the next one into the second-level cache, a level each lane.
  KOKKOS_FORCEINLINE_FUNCTION void will_read_next(int row) const {
    if (place_.lane < Shape::levels)
      will_read(column(place_.first, place_.k0 + place_.lane) +
                (row / 2 + 1) * source_.coarse_strides.row);
  }
  /// The corrections beside the tile, of the southern fine row `row` and of the next one.
  KOKKOS_FORCEINLINE_FUNCTION void correct_sides(int row) {
    for (int turn = 0; turn < sides; ++turn) {
      const TileSide<Shape> side(place_, turn, nx_);
      if (!side.valid) continue;
      const SC* north = column(side.i, side.k) + (row + 1) / 2 * source_.coarse_strides.row;
      const SC* south = north - source_.coarse_strides.row;
      const int far = farther(side.i);
      const SC s = weighted(south[0], south[far]), n = weighted(north[0], north[far]);
      side_[turn] = weighted(s, n);
      next_side_[turn] = weighted(n, s);
    }
  }

  const Source& source_;
  const Place<Shape>& place_;
  int nx_;
  const SC* own_; ///< coarse row 0, lowest own level
  int far_;
  SC carried_[Shape::levels] = {}; ///< the next row's correction, or a coarse row along x
  SC side_[sides] = {}, next_side_[sides] = {};
};

/// The rows around the one that is solved. Scratch: `size` numbers.
template <class Source, class S, class A, class Shape> class RowRing {
public:
  static constexpr int levels = Shape::levels, sides = TileSide<Shape>::turns;
  static constexpr int size = TileSide<Shape>::height * Shape::pitch;
  using Correction = NorthCorrection<Source, Shape, Shape::template teams<A> == 1>;
  static constexpr int held = 2 * sizeof(S) + Correction::held; ///< bytes of registers for a level

  /// Fills the ring with row j; the team has to meet before it is read.
  KOKKOS_FORCEINLINE_FUNCTION RowRing(const Source& source, const Strides& strides, S* ring,
                                      const Place<Shape>& place, int nx, int j)
      : strides_(strides), place_(place), nx_(nx), ring_(ring), u_(cells(source)),
        correction_(source, place, nx, j - 1) {
    const std::ptrdiff_t at = strides.cell(place.i, place.k0, j).at, row = strides.row;
    read(south_, at - row);
    correction_.apply(south_, j - 1);
    read(north_, at);
    correction_.apply(north_, j);
    read_sides(at);
    fill();
    read(north_, at + row);
    read_sides(at + row);
  }
  /// Row j begins: corrects the row north of it.
  KOKKOS_FORCEINLINE_FUNCTION void begin(int j) { correction_.apply(north_, j + 1); }
  /// sum over the neighbours of own level l, with the column's weights.
  template <class V, class Column>
  KOKKOS_FORCEINLINE_FUNCTION V neighbours(const Column& column, int l) const {
    const S* beside = ring_ + (place_.k0 + l) * Shape::pitch + place_.lane;
    return coupling(column, V(A(beside[0])), V(A(beside[2])), V(A(south_[l])), V(A(north_[l])));
  }
  /// When the whole team has read its neighbours: the northern row moves into the ring, the one
  /// in the ring south; the row after the next is asked for. own(l) is then u of this row.
  KOKKOS_FORCEINLINE_FUNCTION void move_on(const Cell& cell, bool more) {
    const S* own = ring_ + place_.k0 * Shape::pitch + place_.lane + 1;
    ISOBAR_UNROLL
    for (int l = 0; l < levels; ++l) south_[l] = own[l * Shape::pitch];
    fill();
    if (!more) return;
    read(north_, cell.at + 2 * strides_.row);
    read_sides(cell.at + 2 * strides_.row);
  }
  KOKKOS_FORCEINLINE_FUNCTION S own(int l) const { return south_[l]; }

private:
  static KOKKOS_FORCEINLINE_FUNCTION const S* cells(const Source& s) {
    if constexpr (requires { s.coarse; }) return s.u.u.origin;
    else return s.u.origin;
  }
  /// `at` is that of the lowest own cell of the row.
  KOKKOS_FORCEINLINE_FUNCTION void read(S (&row)[levels], std::ptrdiff_t at) const {
    ISOBAR_UNROLL
    for (int l = 0; l < levels; ++l) row[l] = (u_ + at)[strides_.up(l)];
  }
  KOKKOS_FORCEINLINE_FUNCTION void read_sides(std::ptrdiff_t at) {
    for (int turn = 0; turn < sides; ++turn) {
      const TileSide<Shape> side(place_, turn, nx_);
      if (side.valid)
        side_[turn] = u_[at + (side.k - place_.k0) * strides_.level + side.i - place_.i];
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void fill() {
    S* own = ring_ + place_.k0 * Shape::pitch + place_.lane + 1;
    ISOBAR_UNROLL
    for (int l = 0; l < levels; ++l) own[l * Shape::pitch] = north_[l];
    for (int turn = 0; turn < sides; ++turn) {
      const TileSide<Shape> side(place_, turn, nx_);
      correction_.apply_side(side_[turn], turn);
      if (side.valid) ring_[side.slot] = side_[turn];
    }
  }

  const Strides& strides_;
  const Place<Shape>& place_;
  int nx_;
  S* ring_;
  const S* u_; ///< cell 0
  Correction correction_;
  S south_[levels], north_[levels], side_[sides] = {};
};

} // namespace isobar
