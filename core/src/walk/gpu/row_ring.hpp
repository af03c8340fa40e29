#pragma once
#include "walk/gpu/north_correction.hpp"

/// How a team that marches along y holds the rows of u that its columns couple to. Every thread has
/// its own cells of the southern and the northern row in registers. The row between them is in
/// scratch, where neighbours in x find it. Meanwhile the read of the row after the next is on its
/// way.
namespace isobar {

/// The places of a row's cells in scratch: layer by layer, the tile's columns between the two
/// beside it. If one access reaches several chunks, unused numbers between the chunks let their
/// lanes use different banks.
template <class Shape, class S> struct RingSlots {
  static constexpr int of_layer = Shape::lanes + 2;

private:
  static constexpr int banks = 128 / int(sizeof(S)); ///< numbers that one access reaches
  static constexpr int at_once = Shape::lanes < banks ? banks / Shape::lanes : 1; ///< chunks
  static constexpr int packed = Shape::layers * of_layer;
  static constexpr int gap = at_once > 1 ? ((Shape::lanes - packed) % banks + banks) % banks
                                         : 0; ///< numbers between two chunks

public:
  /// Returns the place of a chunk's first number.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int of_chunk(int chunk) {
    return chunk * packed + (chunk - chunk / at_once) * gap;
  }
  static constexpr int size = of_chunk(Shape::chunks);
  /// Returns the place of a cell. Lane -1 and lane Shape::lanes are the columns beside the tile.
  KOKKOS_FORCEINLINE_FUNCTION static int of(int k, int lane) {
    return of_chunk(k / Shape::layers) + k % Shape::layers * of_layer + lane + 1;
  }
};

/// The rows around the one that the team solves. It needs `size` numbers of scratch.
template <class Source, class S, class A, class Shape> class RowRing {
public:
  static constexpr int layers = Shape::layers, sides = TileSide<Shape>::turns;
  using Slots = RingSlots<Shape, S>;
  static constexpr int size = Slots::size;
  using Correction = NorthCorrection<Source, Shape, Shape::template spares_registers<A>(5)>;
  static constexpr int arrays =
      Correction::held > 0 ? 5 : 4; ///< arrays over a thread's layers, in registers
  /// Whether no register is left to read inputs a row ahead. That is so with a correction in
  /// double.
  static constexpr bool is_full = 2 * sizeof(S) + Correction::held >
                                  2 * sizeof(double) + sizeof(float);

  /// Fills the ring with row j. The team must meet before a thread reads the ring.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION RowRing(const Team& team, const Source& source,
                                      const Strides& strides, S* ring,
                                      const ThreadPlace<Shape>& place, int nx, int j)
      : strides_(strides), place_(place), nx_(nx), ring_(ring), u_(source.origin()),
        correction_(source, place, nx) {
    const std::ptrdiff_t at = strides.cell(place.i, place.k0, j).at, row = strides.row;
    read(south_, at - row);
    read(north_, at);
    read_sides(at);
    correction_.begin(team, j - 1);
    correction_.apply(team, south_, j - 1);
    correction_.apply(team, north_, j);
    fill();
    read(north_, at + row);
    read_sides(at + row);
  }
  /// Begins row j: corrects the row north of it.
  template <class Team> KOKKOS_FORCEINLINE_FUNCTION void begin(const Team& team, int j) {
    correction_.apply(team, north_, j + 1);
  }
  /// Returns the sum over the neighbours of own layer l, with the column's weights.
  template <class V, class Column>
  KOKKOS_FORCEINLINE_FUNCTION V neighbours(const Column& column, int l) const {
    const S* beside = ring_ + own_slot(l) - 1;
    return coupling(column, V(A(beside[0])), V(A(beside[2])), V(A(south_[l])), V(A(north_[l])));
  }
  /// Moves on to the next row. The march calls it when the whole team has read its neighbours. The
  /// northern row moves into the ring, the ring's row becomes the southern one, and the read of the
  /// row after the next begins. own(l) is then u of this row.
  KOKKOS_FORCEINLINE_FUNCTION void move_on(const Cell& cell, bool more) {
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) south_[l] = ring_[own_slot(l)];
    fill();
    if (!more) return;
    read(north_, cell.at + 2 * strides_.row);
    read_sides(cell.at + 2 * strides_.row);
  }
  KOKKOS_FORCEINLINE_FUNCTION S own(int l) const { return south_[l]; }

private:
  /// Reads a row; `at` is the place of its lowest own cell. If the sweep begins from u = 0, there
  /// is nothing to read: the correction sets the row.
  KOKKOS_FORCEINLINE_FUNCTION void read(S (&row)[layers], std::ptrdiff_t at) const {
    if constexpr (Source::stored) {
      ISOBAR_UNROLL
      for (int l = 0; l < layers; ++l) row[l] = (u_ + at)[strides_.up(l)];
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void read_sides(std::ptrdiff_t at) {
    if constexpr (Source::stored) {
      for (int turn = 0; turn < sides; ++turn) {
        const TileSide<Shape> side(place_, turn, nx_);
        if (side.valid)
          side_[turn] = u_[at + (side.k - place_.k0) * strides_.layer + side.i - place_.i];
      }
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void fill() {
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) ring_[own_slot(l)] = north_[l];
    for (int turn = 0; turn < sides; ++turn) {
      const TileSide<Shape> side(place_, turn, nx_);
      correction_.apply_side(side_[turn], turn);
      if (side.valid) ring_[Slots::of(side.k, side.lane)] = side_[turn];
    }
  }
  /// Returns the place of the own column's cell on own layer l.
  KOKKOS_FORCEINLINE_FUNCTION int own_slot(int l) const {
    return Slots::of_chunk(place_.chunk) + l * Slots::of_layer + place_.lane + 1;
  }

  const Strides& strides_;
  const ThreadPlace<Shape>& place_;
  int nx_;
  S* ring_;
  const S* u_; ///< u of cell 0
  Correction correction_;
  S south_[layers], north_[layers], side_[sides] = {};
};

} // namespace isobar
