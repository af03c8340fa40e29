#pragma once
#include <isobar/core/grid/partition.hpp>
#include <isobar/core/multigrid/rim_first_parts.hpp>

namespace isobar {

/// The rows of a level in parts. The rows that neighbours in y wait
/// for come first. Grid has partition() and rows(first, count).
template <class Grid> class RimFirstRows : public RimFirstParts<Grid> {
public:
  RimFirstRows() = default;
  /// `rows`: number of rows in the part at each side with a neighbour. There are no parts if the
  /// rank has no neighbour, if ranks have neighbours in x, or if there are at most 4 `rows` rows.
  RimFirstRows(const Grid& grid, int rows) {
    const Partition& p = grid.partition();
    if (!p.has_whole_rows() || p.is_whole() || p.ny <= 4 * rows) return;
    const int south = p.at_south() ? 0 : rows, north = p.at_north() ? 0 : rows;
    if (south > 0) this->add(grid.rows(0, rows), 0, 0);
    if (north > 0) this->add(grid.rows(p.ny - rows, rows), 0, p.ny - rows);
    this->add(grid.rows(south, p.ny - south - north), 0, south);
  }
};

} // namespace isobar
