#pragma once
#include "walk/gpu/row_ring.hpp"
#include "walk/gpu/stencil_row.hpp"

/// How a team that marches along y holds the rows of u that its columns couple to, with nine points. Each row stands in scratch
/// while the row south of it is solved. A thread then reads three of its cells, and gives their shares to the row south of it, to
/// its own and to the row north of it. So it carries the sums of two rows in registers.
namespace isobar {

/// The rows around the one that is solved. Scratch: `size` numbers. `slots` is 2 where scratch holds two rows. With 1 a thread
/// keeps its own cells of the row that is solved in registers.
template <class Source, class S, class A, class Shape, int slots> class CornerRing {
public:
  static constexpr int layers = Shape::layers, sides = TileSide<Shape>::turns;
  using Slots = RingSlots<Shape, S>;
  static constexpr int size = slots * Slots::size, held_rows = 3 - slots;
  using Correction =
      NorthCorrection<Source, Shape, Shape::template spares_registers<A>(5 + held_rows)>;
  /// Numbers of a thread's layers, in registers.
  static constexpr int arrays = 4 + held_rows + (Correction::held > 0);
  static constexpr bool is_full = Correction::held > 0; ///< as RowRing's

  /// For a march from row j to row `end`. The team meets here, and has to meet before the ring is read.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION CornerRing(const Team& team, const Source& source,
                                         const Strides& strides,
                                         const StencilSources<A, true>& grid, S* ring,
                                         const ThreadPlace<Shape>& place, int nx, int j, int end)
      : strides_(strides), place_(place), nx_(nx), end_(end), ring_(ring), u_(source.origin()),
        correction_(source, place, nx, j - 1) {
    begin_with(team, j - 1, grid.northern(place.column, j - 1));
    begin_with(team, j, grid.couplings(place.column, j));
    fill(j + 1);
    read(j + 2);
  }
  /// Row j begins: corrects the row that is put down next.
  KOKKOS_FORCEINLINE_FUNCTION void begin(int j) {
    if (j + 2 <= end_) correction_.apply(north_, j + 2);
  }
  /// sum over the neighbours of own layer l in row j; once for each layer of a row. The couplings are those of row j + 1, and of
  /// row j those to that row.
  KOKKOS_FORCEINLINE_FUNCTION A neighbours(const RowCouplings<A>& row, const RowCouplings<A>& next,
                                           int j, int l) {
    const S* const u = cells(j + 1, l);
    const A west = A(u[-1]), centre = A(u[0]), east = A(u[1]);
    const A sum = sum_[l] + (row.north * centre + (row.north_east * east - row.north_west * west));
    take(next, west, centre, east, l);
    return sum;
  }
  /// u of row j on own layer l, in whose place the row after the next goes. Once for each layer, when the team has met after
  /// neighbours().
  KOKKOS_FORCEINLINE_FUNCTION S exchange(int j, int l) {
    const S own = slots == 1 ? own_[l] : cells(j, l)[0];
    if constexpr (slots == 1) own_[l] = cells(j + 1, l)[0];
    cells(j + 2, l)[0] = north_[l];
    return own;
  }
  /// After that: puts the sides of that row down too, and asks for the row after it.
  KOKKOS_FORCEINLINE_FUNCTION void move_on(int j) {
    put_sides(j + 2);
    read(j + 3);
  }

private:
  /// Takes the shares of a row before the first one that is solved has any other.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void begin_with(const Team& team, int row,
                                              const RowCouplings<A>& couplings) {
    fill(row);
    team.team_barrier();
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) {
      const S* const u = cells(row, l);
      if constexpr (slots == 1) own_[l] = u[0];
      take(couplings, A(u[-1]), A(u[0]), A(u[1]), l);
    }
    team.team_barrier();
  }
  /// The shares of three cells in their own row and in the one north of it.
  KOKKOS_FORCEINLINE_FUNCTION void take(const RowCouplings<A>& row, A west, A centre, A east,
                                        int l) {
    sum_[l] = southern_[l] + (row.west * west + row.east * east);
    southern_[l] = row.north * centre + (row.north_west * west - row.north_east * east);
  }
  /// Puts a row down that nobody has asked for before.
  KOKKOS_FORCEINLINE_FUNCTION void fill(int row) {
    read(row);
    correction_.apply(north_, row);
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) cells(row, l)[0] = north_[l];
    put_sides(row);
  }
  /// Asks for a row and for its cells beside the tile, where the march needs it. From zero there is nothing to read: the
  /// correction sets the row.
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
  /// Where the own column stands on own layer l.
  KOKKOS_FORCEINLINE_FUNCTION S* cells(int row, int l) const {
    return slot(row) + (Slots::of_chunk(place_.chunk) + l * Slots::of_layer + place_.lane + 1);
  }

  const Strides& strides_;
  const ThreadPlace<Shape>& place_;
  int nx_, end_;
  S* ring_;
  const S* u_; ///< cell 0
  Correction correction_;
  A sum_[layers]; ///< what the row that is solved next has from those south of it and from its own
  A southern_[layers] = {}; ///< what the row after that has from the one south of it
  S own_[slots == 1 ? layers : 1], north_[layers], side_[sides] = {};
};

} // namespace isobar
