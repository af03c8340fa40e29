#pragma once
#include "device/cells.hpp"
#include "device/stencil.hpp"
#include "walk/gpu/row_range.hpp"
#include "walk/gpu/team_place.hpp"

/// The horizontal numbers of a tile's columns, for teams that march along y.
namespace isobar {

/// One array each: vertical, reaction, total, west, east and north. They stay among the launch's arguments, where a
/// thread finds its own without holding a pointer.
template <class A> struct StencilSources {
  static constexpr int numbers = 6;
  const A* source[numbers];
  std::ptrdiff_t row[numbers]; ///< from a row of an array to the next
  explicit StencilSources(const GridCells<A>& g)
      : source{g.vertical, g.reaction, g.total, g.west, g.west + 1, g.south + g.row},
        row{g.row, g.reaction_row, g.row, g.row, g.row, g.row} {}
  KOKKOS_FORCEINLINE_FUNCTION A at(int number, int column, int j) const {
    return source[number][j * row[number] + column];
  }
};

/// Two rows of them in scratch. In some chunks of the team each thread fetches one number, two rows
/// before it is used, and writes it to scratch one row before. By then the row's other inputs have
/// arrived. The order matters because a GPU counts the outstanding loads of a thread together: a
/// thread that waits for one of them waits for all.
template <class A, class Shape> class StencilRow {
public:
  using Sources = StencilSources<A>;
  static constexpr int numbers = Sources::numbers, size = 2 * numbers * Shape::lanes;
  static_assert(Shape::chunks >= numbers);

  /// Puts row j down and fetches the next of `range`; the team has to meet before next(j).
  KOKKOS_FORCEINLINE_FUNCTION StencilRow(const Sources& sources, A* rows,
                                         const ThreadPlace<Shape>& place, const RowRange& range)
      : sources_(sources), place_(place), rows_(rows), end_(range.end),
        south_(sources.at(numbers - 1, place.column, range.begin - 1)) {
    read(range.begin);
    put(range.begin);
    read(range.begin + 1);
  }
  /// The numbers of row j; called once for each row, northwards.
  template <class V> KOKKOS_FORCEINLINE_FUNCTION ColumnStencil<V> next(int j) {
    constexpr std::ptrdiff_t lanes = Shape::lanes;
    const A* number = row(j) + place_.lane;
    const A south = south_;
    south_ = number[(numbers - 1) * lanes];
    return {V(number[0]),
            V(number[lanes]),
            V(number[2 * lanes]),
            V(number[3 * lanes]),
            V(number[4 * lanes]),
            V(south),
            V(south_)};
  }
  /// Puts row j + 1 down and fetches the next but one; the team has to meet before next(j + 1).
  KOKKOS_FORCEINLINE_FUNCTION void move_on(int j) {
    put(j + 1);
    read(j + 2);
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void read(int j) {
    if (j < end_ && place_.chunk < numbers) ahead_ = sources_.at(place_.chunk, place_.column, j);
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(int j) {
    if (place_.chunk < numbers) row(j)[place_.thread] = ahead_;
  }
  KOKKOS_FORCEINLINE_FUNCTION A* row(int j) const {
    return rows_ + (j & 1) * numbers * Shape::lanes;
  }

  const Sources& sources_;
  const ThreadPlace<Shape>& place_;
  A* rows_;
  int end_;
  A south_, ahead_{};
};

} // namespace isobar
