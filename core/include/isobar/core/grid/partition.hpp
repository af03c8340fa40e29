#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/grid/boundaries.hpp>

namespace isobar {

/// Widths of a level's columns along one axis, in columns of the finest level: all are `regular` wide,
/// but the last one may be narrower.
struct ColumnWidths {
  int regular = 1, last = 1;
  bool operator==(const ColumnWidths&) const = default;

  /// Of the next coarser level, where a column covers two of these `columns`, or the one at the end
  /// of an odd row.
  constexpr ColumnWidths coarsened(int columns) const {
    return {2 * regular, columns % 2 == 0 ? regular + last : last};
  }
};

/// The axes along which a coarser level has half as many columns.
struct Coarsening {
  bool x = true, y = true;
  bool operator==(const Coarsening&) const = default;
};

/// Columns of the next coarser level along one axis.
constexpr int coarsened_columns(int columns) { return (columns + 1) / 2; }

/// The rectangle of columns that one rank owns on one level, in global column indices.
struct Partition {
  int global_nx = 0, global_ny = 0;
  int first_i = 0, first_j = 0; ///< global index of the first owned column
  int nx = 0, ny = 0;           ///< owned columns
  ColumnWidths x_widths{}, y_widths{};
  Periodic periodic{}; ///< of the domain

  bool operator==(const Partition&) const = default;

  static Partition whole(int nx, int ny, Periodic periodic = {}) {
    return {nx, ny, 0, 0, nx, ny, {}, {}, periodic};
  }

  /// The same rectangle on the next coarser level. Requires can_coarsen(c).
  Partition coarsened(Coarsening c = {}) const {
    Partition p = *this;
    if (c.x) {
      p.global_nx = coarsened_columns(global_nx);
      p.first_i = first_i / 2;
      p.nx = coarsened_columns(nx);
      p.x_widths = x_widths.coarsened(global_nx);
    }
    if (c.y) {
      p.global_ny = coarsened_columns(global_ny);
      p.first_j = first_j / 2;
      p.ny = coarsened_columns(ny);
      p.y_widths = y_widths.coarsened(global_ny);
    }
    return p;
  }
  /// Whether the rectangle begins and ends between coarse columns. Only the rank at the end of an
  /// axis may own an odd number of columns, and not a single one: what is done to the last coarse
  /// column needs the one beside it. A periodic axis has no end.
  bool can_coarsen(Coarsening c = {}) const {
    const bool x = first_i % 2 == 0 && (nx % 2 == 0 || (at_east() && nx > 1));
    const bool y = first_j % 2 == 0 && (ny % 2 == 0 || (at_north() && ny > 1));
    return (x || !c.x) && (y || !c.y);
  }

  /// With so many more rows on either side, as far as the domain goes.
  Partition with_rows(int more) const {
    const int above = global_ny - first_j - ny;
    Partition p = *this;
    p.first_j = more < first_j ? first_j - more : 0;
    p.ny = first_j + ny + (more < above ? more : above) - p.first_j;
    return p;
  }
  bool is_whole() const { return nx == global_nx && ny == global_ny; }
  /// Whether all neighbours are in y.
  bool has_whole_rows() const { return nx == global_nx; }

  /// Whether it begins or ends at a side of the domain.
  bool at_west() const { return !periodic.x && first_i == 0; }
  bool at_east() const { return !periodic.x && first_i + nx == global_nx; }
  bool at_south() const { return !periodic.y && first_j == 0; }
  bool at_north() const { return !periodic.y && first_j + ny == global_ny; }
};

} // namespace isobar
