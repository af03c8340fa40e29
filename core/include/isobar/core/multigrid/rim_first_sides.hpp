#pragma once
#include <isobar/core/grid/partition.hpp>
#include <isobar/core/multigrid/rim_first_parts.hpp>

namespace isobar {

/// The columns of a rectangle in parts. The columns beside its sides with neighbours,
/// in x and in y, come first. Grid has partition() and part(i, j, nx, ny).
template <class Grid> class RimFirstSides : public RimFirstParts<Grid> {
public:
  RimFirstSides() = default;
  /// `rows`: number of rows in the part at a southern or northern side with a neighbour. At a
  /// western or eastern side the part is a strip of columns, so that parts begin at whole packs.
  /// There are no parts if the rank has no neighbour, or if too few columns or rows would be left
  /// between the parts.
  RimFirstSides(const Grid& grid, int rows) {
    constexpr int strip = RimFirstParts<Grid>::strip;
    const Partition& p = grid.partition();
    const bool in_x = p.nx < p.global_nx, in_y = p.ny < p.global_ny;
    const int west = in_x && !p.at_west() ? strip : 0, south = in_y && !p.at_south() ? rows : 0,
              north = p.ny - (in_y && !p.at_north() ? rows : 0),
              east = in_x && !p.at_east() ? (p.nx - strip) / strip * strip : p.nx;
    if (p.is_whole() || (in_x && east - west < strip) || (in_y && p.ny <= 4 * rows)) return;
    add_part(grid, 0, 0, p.nx, south);
    add_part(grid, 0, north, p.nx, p.ny - north);
    add_part(grid, 0, south, west, north - south);
    add_part(grid, east, south, p.nx - east, north - south);
    add_part(grid, west, south, east - west, north - south);
  }

private:
  void add_part(const Grid& grid, int i, int j, int nx, int ny) {
    if (nx > 0 && ny > 0) this->add(grid.part(i, j, nx, ny), i, j);
  }
};

} // namespace isobar
