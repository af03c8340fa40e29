#pragma once
#include "device/cells.hpp"
#include "device/stencil.hpp"
#include "walk/gpu/row_range.hpp"
#include "walk/gpu/team_place.hpp"

/// The horizontal numbers of a tile's columns (ColumnStencil), for teams that march along y.
namespace isobar {

/// The couplings of a row's columns to each other, and to the row north of it.
template <class A> struct RowCouplings { A west, east, north, north_west, north_east; };

/// The arrays of the grid's horizontal numbers: vertical, reaction, total, west, east and north.
/// With corners there are also north-west and north-east. The pointers stay among the launch's
/// arguments, where a thread finds its array without holding a pointer. With corners, the couplings
/// are those of the next row, because the team reads a row's cells while it solves the row south of
/// it.
template <class A, bool corners> struct StencilSources {
  static constexpr int numbers = corners ? 8 : 6, couplings_from = 3, north = 5;
  const A* source[numbers];
  std::ptrdiff_t row[numbers]; ///< strides from a row of each array to the next
  explicit StencilSources(const GridCells<A>& g) {
    const A* const all[8] = {g.vertical, g.reaction,      g.total,          g.west,
                             g.west + 1, g.south + g.row, g.corner + g.row, g.corner + g.row + 1};
    for (int n = 0; n < numbers; ++n) {
      source[n] = all[n] + (corners && n >= couplings_from ? g.row : 0);
      row[n] = n == 1 ? g.reaction_row : g.row;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION A at(int number, int column, int j) const {
    return source[number][j * row[number] + column];
  }
  /// Returns the couplings of row j to the row north of it.
  KOKKOS_FORCEINLINE_FUNCTION RowCouplings<A> northern(int column, int j) const requires(corners) {
    return {A(0), A(0), at(5, column, j - 1), at(6, column, j - 1), at(7, column, j - 1)};
  }
  KOKKOS_FORCEINLINE_FUNCTION RowCouplings<A> couplings(int column, int j) const requires(corners) {
    RowCouplings<A> all = northern(column, j);
    all.west = at(3, column, j - 1), all.east = at(4, column, j - 1);
    return all;
  }
};

/// Two rows of the horizontal numbers in scratch. In some chunks of the team, each thread fetches
/// one number two rows before its use, and writes it to scratch one row before. By then the row's
/// other inputs have arrived. The order matters because a GPU counts the outstanding loads of a
/// thread together: a thread that waits for one of them waits for all.
template <class A, class Shape, bool corners> class StencilRow {
public:
  using Sources = StencilSources<A, corners>;
  static constexpr int numbers = Sources::numbers;
  /// The length of a row. North-east of a column is north-west of the next one, so one number more
  /// is enough.
  static constexpr int pitch = corners ? (numbers - 1) * Shape::lanes + 1 : numbers * Shape::lanes;
  static constexpr int size = 2 * pitch;
  static_assert(Shape::chunks >= numbers);

  /// Writes the first row of `range` to scratch and fetches the second one. The team must meet
  /// before next().
  KOKKOS_FORCEINLINE_FUNCTION StencilRow(const Sources& sources, A* rows,
                                         const ThreadPlace<Shape>& place, const RowRange& range)
      : sources_(sources), place_(place), rows_(rows), end_(range.end) {
    if constexpr (corners) couplings_ = sources.northern(place.column, range.begin);
    else couplings_.north = sources.at(Sources::north, place.column, range.begin - 1);
    read(range.begin);
    put(range.begin);
    read(range.begin + 1);
  }
  /// Returns the numbers of row j for the thread's column. The march calls it once for each row,
  /// northwards. With corners, only V_T, R_T / V_T and the total in the result belong to row j.
  template <class V> KOKKOS_FORCEINLINE_FUNCTION StencilOf<V, corners> next(int j) {
    const A* number = row(j) + place_.lane;
    southern_ = couplings_;
    couplings_.west = number[3 * lanes], couplings_.east = number[4 * lanes];
    couplings_.north = number[Sources::north * lanes];
    if constexpr (corners)
      couplings_.north_west = number[6 * lanes], couplings_.north_east = number[6 * lanes + 1];
    const ColumnStencil<V> column{V(number[0]),       V(number[lanes]),   V(number[2 * lanes]),
                                  V(couplings_.west), V(couplings_.east), V(southern_.north),
                                  V(couplings_.north)};
    if constexpr (corners) return {column};
    else return column;
  }
  /// The couplings of row j + 1, and those of row j to row j + 1. Both exist only with corners,
  /// after next(j).
  KOKKOS_FORCEINLINE_FUNCTION const RowCouplings<A>& of_next_row() const { return couplings_; }
  KOKKOS_FORCEINLINE_FUNCTION const RowCouplings<A>& to_next_row() const { return southern_; }
  /// Writes row j + 1 to scratch and fetches row j + 2. The team must meet before next(j + 1).
  KOKKOS_FORCEINLINE_FUNCTION void move_on(int j) {
    put(j + 1);
    read(j + 2);
  }

private:
  static constexpr std::ptrdiff_t lanes = Shape::lanes;
  KOKKOS_FORCEINLINE_FUNCTION void read(int j) {
    const bool is_ahead = corners && place_.chunk >= Sources::couplings_from;
    if (j + is_ahead < end_ && place_.chunk < numbers)
      ahead_ = sources_.at(place_.chunk, place_.chunk == 6 ? place_.i : place_.column, j);
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(int j) {
    if (place_.chunk < numbers - corners) row(j)[place_.thread] = ahead_;
    else if (corners && place_.chunk + 1 == numbers && place_.lane + 1 == Shape::lanes)
      row(j)[pitch - 1] = ahead_;
  }
  KOKKOS_FORCEINLINE_FUNCTION A* row(int j) const { return rows_ + j % 2 * pitch; }

  const Sources& sources_;
  const ThreadPlace<Shape>& place_;
  A* rows_;
  int end_;
  A ahead_{};
  RowCouplings<A> southern_{}, couplings_{};
};

} // namespace isobar
