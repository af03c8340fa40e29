#pragma once
#include "walk/gpu/row_ring.hpp"
#include "walk/gpu/stencil_row.hpp"

/// How a team that marches along y holds the rows of u that its columns couple to, with nine
/// points. Each row is in scratch while the team solves the row south of it. A thread then reads
/// three cells of it. It adds their shares to the sums of the row south of it, of the row itself
/// and of the row north of it. So it carries the sums of two rows in registers.
namespace isobar {

/// The rows around the one that the team solves. It needs `size` numbers of scratch. `slots` is 2
/// where scratch holds two rows. With 1, a thread keeps in registers its own cells of the row that
/// the team solves.
template <class Source, class S, class A, class Shape, int slots> class CornerRing {
public:
  static constexpr int layers = Shape::layers, sides = TileSide<Shape>::turns;
  using Slots = RingSlots<Shape, S>;
  static constexpr int size = slots * Slots::size, held_rows = 3 - slots;
  using Correction =
      NorthCorrection<Source, Shape, Shape::template spares_registers<A>(5 + held_rows)>;
  /// The number of arrays over a thread's layers that registers hold.
  static constexpr int arrays = 4 + held_rows + (Correction::held > 0);
  static constexpr bool is_full = Correction::held > 0; ///< like RowRing's

  /// Prepares a march from row j to row `end`. The team meets here, and has to meet again before it
  /// reads the ring.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION CornerRing(const Team& team, const Source& source,
                                         const Strides& strides,
                                         const StencilSources<A, true>& grid, S* ring,
                                         const ThreadPlace<Shape>& place, int nx, int j, int end)
      : strides_(strides), place_(place), nx_(nx), end_(end), ring_(ring), u_(source.origin()),
        correction_(source, place, nx) {
    read(j - 1);
    correction_.begin(team, j - 1);
    begin_with(team, j - 1, grid.northern(place.column, j - 1));
    begin_with(team, j, grid.couplings(place.column, j));
    fill(team, j + 1);
  }
  /// Begins row j: corrects the row that is written to scratch next.
  template <class Team> KOKKOS_FORCEINLINE_FUNCTION void begin(const Team& team, int j) {
    if (j + 2 <= end_) correction_.apply(team, north_, j + 2);
  }
  /// Returns the sum over the neighbours of own layer l in row j. The march calls it once for each
  /// layer of a row. `next` has the couplings of row j + 1; `row` has those of row j to row j + 1.
  KOKKOS_FORCEINLINE_FUNCTION A neighbours(const RowCouplings<A>& row, const RowCouplings<A>& next,
                                           int j, int l) {
    const S* const u = cells(j + 1, l);
    const A west = A(u[-1]), centre = A(u[0]), east = A(u[1]);
    const A sum = sum_[l] + (row.north * centre + (row.north_east * east - row.north_west * west));
    take(next, west, centre, east, l);
    return sum;
  }
  /// Returns u of row j on own layer l, and writes row j + 2 in its place. The march calls it once
  /// for each layer, when the team has met after neighbours().
  KOKKOS_FORCEINLINE_FUNCTION S exchange(int j, int l) {
    const S own = slots == 1 ? own_[l] : cells(j, l)[0];
    if constexpr (slots == 1) own_[l] = cells(j + 1, l)[0];
    cells(j + 2, l)[0] = north_[l];
    return own;
  }
  /// Writes the sides of row j + 2 to scratch too, and reads row j + 3. The march calls it after
  /// exchange().
  KOKKOS_FORCEINLINE_FUNCTION void move_on(int j) {
    put_sides(j + 2);
    read(j + 3);
  }

private:
  /// Fills scratch with a row up to the first solved one, and takes this row's shares.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void begin_with(const Team& team, int row,
                                              const RowCouplings<A>& couplings) {
    fill(team, row);
    team.team_barrier();
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) {
      const S* const u = cells(row, l);
      if constexpr (slots == 1) own_[l] = u[0];
      take(couplings, A(u[-1]), A(u[0]), A(u[1]), l);
    }
    team.team_barrier();
  }
  /// Adds the shares of three cells to the sums of their own row and of the row north of it.
  KOKKOS_FORCEINLINE_FUNCTION void take(const RowCouplings<A>& row, A west, A centre, A east,
                                        int l) {
    sum_[l] = southern_[l] + (row.west * west + row.east * east);
    southern_[l] = row.north * centre + (row.north_west * west - row.north_east * east);
  }
  /// Corrects a row, writes it to scratch, and reads the next one.
  template <class Team> KOKKOS_FORCEINLINE_FUNCTION void fill(const Team& team, int row) {
    correction_.apply(team, north_, row);
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) cells(row, l)[0] = north_[l];
    put_sides(row);
    read(row + 1);
  }
  /// Reads a row, and its cells beside the tile, where the march needs it. If the sweep begins from
  /// u = 0, there is nothing to read: the correction sets the row.
  KOKKOS_FORCEINLINE_FUNCTION void read(int row) {
    if (!Source::stored || row > end_) return;
    const std::ptrdiff_t at = strides_.cell(place_.i, place_.k0, row).at;
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) north_[l] = (u_ + at)[strides_.up(l)];
    for (int turn = 0; turn < sides; ++turn)
      if (const TileSide<Shape> side(place_, turn, nx_); side.valid)
        side_[turn] = u_[at + (side.k - place_.k0) * strides_.layer + side.i - place_.i];
  }
  KOKKOS_FORCEINLINE_FUNCTION void put_sides(int row) {
    for (int turn = 0; turn < sides; ++turn) {
      const TileSide<Shape> side(place_, turn, nx_);
      correction_.apply_side(side_[turn], turn);
      if (side.valid) slot(row)[Slots::of(side.k, side.lane)] = side_[turn];
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION S* slot(int row) const {
    return ring_ + (slots == 1 ? 0 : row & 1) * Slots::size;
  }
  /// The place of the own column's cell on own layer l.
  KOKKOS_FORCEINLINE_FUNCTION S* cells(int row, int l) const {
    return slot(row) + (Slots::of_chunk(place_.chunk) + l * Slots::of_layer + place_.lane + 1);
  }

  const Strides& strides_;
  const ThreadPlace<Shape>& place_;
  int nx_, end_;
  S* ring_;
  const S* u_; ///< u of cell 0
  Correction correction_;
  A sum_[layers]; ///< shares of the next row to be solved from the rows south of it and from itself
  A southern_[layers] = {}; ///< shares of the row after it from the row south of that row
  S own_[slots == 1 ? layers : 1], north_[layers], side_[sides] = {};
};

} // namespace isobar
