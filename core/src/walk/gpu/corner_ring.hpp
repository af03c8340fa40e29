#pragma once
#include "walk/gpu/row_ring.hpp"

/// How a team that marches along y holds the rows of u that its columns couple to, with nine points. The row itself stands in scratch, as in
/// row_ring.hpp. The corners of the northern row come from the lanes beside a thread's own, and at the tile's sides from scratch, where those
/// of the northern row stand a row earlier. What the southern row couples to a cell was summed when that row stood in scratch.
namespace isobar {

/// The rows around the one that is solved. Scratch: `size` numbers.
template <class Source, class S, class A, class Shape> class CornerRing {
public:
  static constexpr int layers = Shape::layers, sides = TileSide<Shape>::turns;
  using Slots = RingSlots<Shape, S>;
  static constexpr int northern_sides = 2 * TileSide<Shape>::height;
  static constexpr int size = Slots::size + northern_sides;
  using Correction = NorthCorrection<Source, Shape, Shape::template spares_registers<A>(6)>;
  static constexpr int arrays = 5 + (Correction::held > 0); ///< of a thread's layers, in registers
  static constexpr bool is_full = Correction::held > 0;     ///< as RowRing's

  /// Fills the ring with row j, the first of some up to `end`. The team meets here, and has to meet before the ring is read.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION CornerRing(const Team& team, const Source& source,
                                         const Strides& strides, const GridCells<A>& grid, S* ring,
                                         const ThreadPlace<Shape>& place, int nx, int j, int end)
      : strides_(strides), place_(place), nx_(nx), end_(end), ring_(ring),
        beyond_(ring + Slots::size), u_(source.origin()), correction_(source, place, nx, j - 1) {
    begin_with_row(team, grid, j);
    const std::ptrdiff_t at = strides_.cell(place_.i, place_.k0, j).at, row = strides_.row;
    read(north_, at);
    correction_.apply(north_, j);
    read_sides(at, j);
    put_row();
    put_sides([&](const TileSide<Shape>& side) { return ring_ + Slots::of(side.k, side.lane); });
    read_sides(at + row, j + 1);
    put_sides([&](const TileSide<Shape>& side) { return beyond_ + place_of(side); });
    read(north_, at + row);
    if (j + 1 < end_) read_sides(at + 2 * row, j + 2);
  }
  /// Row j begins, in which a column's numbers have this factor: corrects the row north of it.
  KOKKOS_FORCEINLINE_FUNCTION void begin(int j, A factor) {
    correction_.apply(north_, j + 1);
    from_before_ = factor / factor_;
    factor_ = factor;
  }
  /// The northern row in the lanes beside the own one; all lanes of a warp ask for it together.
  template <class Team> KOKKOS_FORCEINLINE_FUNCTION auto northern_lanes(const Team& team) const {
    return lanes_beside(team, north_);
  }
  /// sum over the neighbours of own layer l, with the column's weights; once for each layer of a row.
  template <class V, class Column, class Lanes>
  KOKKOS_FORCEINLINE_FUNCTION V neighbours(const Column& column, const Lanes& northern, int l) {
    const S* const own = ring_ + own_slot(l);
    const V west = V(A(own[-1])), centre = V(A(own[0])), east = V(A(own[1])),
            north = V(A(north_[l]));
    const S western = northern.west(l), eastern = northern.east(l);
    const V north_west = V(A(place_.lane > 0 ? western : beyond_[k(l)])),
            north_east =
                V(A(place_.lane + 1 < Shape::lanes ? eastern
                                                   : beyond_[TileSide<Shape>::height + k(l)]));
    const V sum = (column.west * west + column.east * east) +
                  ((column.north * north + V(from_before_ * southern_[l])) +
                   (column.north_east * north_east - column.north_west * north_west));
    southern_[l] =
        (column.north * centre + (column.north_west * west - column.north_east * east)).get(0);
    return sum;
  }
  /// When the whole team has read its neighbours in row j: the northern row moves into the ring, its sides too, and those of the row
  /// after it stand ready. own(l) is then u of row j.
  KOKKOS_FORCEINLINE_FUNCTION void move_on(const Cell& cell, bool more) {
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) own_[l] = ring_[own_slot(l)];
    put_row();
    for (int turn = 0; turn < sides; ++turn)
      if (const TileSide<Shape> side(place_, turn, nx_); side.valid)
        ring_[Slots::of(side.k, side.lane)] = beyond_[place_of(side)];
    if (!more) return;
    put_sides([&](const TileSide<Shape>& side) { return beyond_ + place_of(side); });
    read(north_, cell.at + 2 * strides_.row);
    if (cell.j + 2 < end_) read_sides(cell.at + 3 * strides_.row, cell.j + 3);
  }
  KOKKOS_FORCEINLINE_FUNCTION S own(int l) const { return own_[l]; }

private:
  /// What row j - 1 couples to row j, by numbers without a factor.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void begin_with_row(const Team& team, const GridCells<A>& grid,
                                                  int j) {
    const std::ptrdiff_t at = strides_.cell(place_.i, place_.k0, j - 1).at;
    read(north_, at);
    correction_.apply(north_, j - 1);
    read_sides(at, j - 1);
    put_row();
    put_sides([&](const TileSide<Shape>& side) { return ring_ + Slots::of(side.k, side.lane); });
    team.team_barrier();
    const std::ptrdiff_t n = j * grid.row + place_.column;
    const A south = grid.south[n], west = grid.corner[n], east = grid.corner[n + 1];
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) {
      const S* const own = ring_ + own_slot(l);
      southern_[l] = south * A(own[0]) + (west * A(own[-1]) - east * A(own[1]));
    }
    team.team_barrier();
  }
  /// As in row_ring.hpp.
  KOKKOS_FORCEINLINE_FUNCTION void read(S (&row)[layers], std::ptrdiff_t at) const {
    if constexpr (Source::stored) {
      ISOBAR_UNROLL
      for (int l = 0; l < layers; ++l) row[l] = (u_ + at)[strides_.up(l)];
    }
  }
  /// Of row j, with their correction.
  KOKKOS_FORCEINLINE_FUNCTION void read_sides(std::ptrdiff_t at, int j) {
    for (int turn = 0; turn < sides; ++turn) {
      const TileSide<Shape> side(place_, turn, nx_);
      if (!side.valid) continue;
      if constexpr (Source::stored)
        side_[turn] = u_[at + (side.k - place_.k0) * strides_.layer + side.i - place_.i];
      correction_.apply_side_of(side_[turn], side, j);
    }
  }
  template <class Target> KOKKOS_FORCEINLINE_FUNCTION void put_sides(const Target& target) const {
    for (int turn = 0; turn < sides; ++turn)
      if (const TileSide<Shape> side(place_, turn, nx_); side.valid) *target(side) = side_[turn];
  }
  KOKKOS_FORCEINLINE_FUNCTION void put_row() const {
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) ring_[own_slot(l)] = north_[l];
  }
  /// Of a side's number among those of the northern row: first all western ones.
  KOKKOS_FORCEINLINE_FUNCTION static int place_of(const TileSide<Shape>& side) {
    return (side.lane < 0 ? 0 : TileSide<Shape>::height) + side.k;
  }
  KOKKOS_FORCEINLINE_FUNCTION int k(int l) const { return place_.k0 + l; }
  KOKKOS_FORCEINLINE_FUNCTION int own_slot(int l) const {
    return Slots::of_chunk(place_.chunk) + l * Slots::of_layer + place_.lane + 1;
  }

  const Strides& strides_;
  const ThreadPlace<Shape>& place_;
  int nx_, end_;
  S* ring_;
  S* beyond_;  ///< the tile's sides in the northern row
  const S* u_; ///< cell 0
  Correction correction_;
  A factor_ = A(1), from_before_ = A(1); ///< of this row's numbers, and over that of the row before
  A southern_[layers];                   ///< what the southern row couples to the cells
  S own_[layers], north_[layers], side_[sides] = {};
};

} // namespace isobar
