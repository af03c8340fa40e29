#pragma once
#include "device/cells.hpp"
#include "device/stencil.hpp"
#include "walk/gpu/row_range.hpp"
#include "walk/gpu/team_place.hpp"

/// The horizontal numbers of a tile's columns, for teams that march along y.
namespace isobar {

/// One array each: vertical, reaction, total, west, east and north, with corners also north-west and north-east. They stay among the
/// launch's arguments, where a thread finds its own without holding a pointer.
template <class A, bool corners> struct StencilSources {
  static constexpr int numbers = corners ? 8 : 6, north = 5;
  const A* source[numbers];
  std::ptrdiff_t row[numbers]; ///< from a row of an array to the next
  explicit StencilSources(const GridCells<A>& g) {
    const A* const all[8] = {g.vertical, g.reaction,      g.total,          g.west,
                             g.west + 1, g.south + g.row, g.corner + g.row, g.corner + g.row + 1};
    for (int n = 0; n < numbers; ++n) {
      source[n] = all[n];
      row[n] = n == 1 ? g.reaction_row : g.row;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION A at(int number, int column, int j) const {
    return source[number][j * row[number] + column];
  }
};

/// Two rows of them in scratch. In some chunks of the team each thread fetches one number, two rows
/// before it is used, and writes it to scratch one row before. By then the row's other inputs have
/// arrived. The order matters because a GPU counts the outstanding loads of a thread together: a
/// thread that waits for one of them waits for all. With corners there is room for one row: it is put down when the team has met.
template <class A, class Shape, bool corners> class StencilRow {
public:
  using Sources = StencilSources<A, corners>;
  static constexpr int numbers = Sources::numbers, rows = corners ? 1 : 2;
  /// Of a row. North-east of a column is north-west of the next one, so that one number more is enough.
  static constexpr int pitch = corners ? (numbers - 1) * Shape::lanes + 1 : numbers * Shape::lanes;
  static constexpr int size = rows * pitch;
  static_assert(Shape::chunks >= numbers);

  /// Puts row j down and fetches the next of `range`; the team has to meet before next(j).
  KOKKOS_FORCEINLINE_FUNCTION StencilRow(const Sources& sources, A* rows,
                                         const ThreadPlace<Shape>& place, const RowRange& range)
      : sources_(sources), place_(place), rows_(rows), end_(range.end),
        south_(sources.at(Sources::north, place.column, range.begin - 1)) {
    read(range.begin);
    put(range.begin);
    read(range.begin + 1);
  }
  /// The numbers of row j; called once for each row, northwards.
  template <class V> KOKKOS_FORCEINLINE_FUNCTION StencilOf<V, corners> next(int j) {
    constexpr std::ptrdiff_t lanes = Shape::lanes;
    const A* number = row(j) + place_.lane;
    const A south = south_;
    south_ = number[Sources::north * lanes];
    const ColumnStencil<V> cross{V(number[0]),
                                 V(number[lanes]),
                                 V(number[2 * lanes]),
                                 V(number[3 * lanes]),
                                 V(number[4 * lanes]),
                                 V(south),
                                 V(south_)};
    if constexpr (!corners) return cross;
    else // the southern ones belong to the row before, whose share the ring carries
      return {cross, V(A(0)), V(A(0)), V(number[6 * lanes]), V(number[6 * lanes + 1])};
  }
  /// Puts row j + 1 down and fetches the next but one; the team has to meet before next(j + 1), and with corners between next(j) and this.
  KOKKOS_FORCEINLINE_FUNCTION void move_on(int j) {
    put(j + 1);
    read(j + 2);
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void read(int j) {
    if (j < end_ && place_.chunk < numbers)
      ahead_ = sources_.at(place_.chunk, place_.chunk == 6 ? place_.i : place_.column, j);
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(int j) {
    if (place_.chunk < numbers - corners) row(j)[place_.thread] = ahead_;
    else if (corners && place_.chunk + 1 == numbers && place_.lane + 1 == Shape::lanes)
      row(j)[pitch - 1] = ahead_;
  }
  KOKKOS_FORCEINLINE_FUNCTION A* row(int j) const { return rows_ + j % rows * pitch; }

  const Sources& sources_;
  const ThreadPlace<Shape>& place_;
  A* rows_;
  int end_;
  A south_, ahead_{};
};

} // namespace isobar
