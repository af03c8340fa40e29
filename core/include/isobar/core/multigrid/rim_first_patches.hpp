#pragma once
#include <isobar/core/grid/partition.hpp>
#include <isobar/core/multigrid/rim_first_parts.hpp>

namespace isobar {

/// The columns of a sphere's level in parts, for all patches at once. The columns beside
/// the four sides of patches come first. Grid has partition() and part_of_patches().
template <class Grid> class RimFirstPatches : public RimFirstParts<Grid> {
public:
  RimFirstPatches() = default;
  /// `rows`: number of rows in the parts at the southern and northern sides. The parts at
  /// the western and eastern sides have enough columns that all parts begin and end at whole
  /// packs. There are no parts if a rank has all patches, or if patches are too small.
  RimFirstPatches(const Grid& grid, int rows) {
    const Partition& p = grid.partition();
    constexpr int columns = RimFirstParts<Grid>::strip;
    const int all = p.rows().rows, east = (p.nx - columns) / columns * columns;
    if (!p.is_on_sphere() || p.is_whole() || all <= 4 * rows || east < 2 * columns) return;
    const int inner = all - 2 * rows;
    add_part(grid, 0, 0, p.nx, rows);
    add_part(grid, 0, all - rows, p.nx, rows);
    add_part(grid, 0, rows, columns, inner);
    add_part(grid, east, rows, p.nx - east, inner);
    add_part(grid, columns, rows, east - columns, inner);
  }

private:
  void add_part(const Grid& grid, int i, int j, int nx, int ny) {
    this->add(grid.part_of_patches(i, j, nx, ny), i, j);
  }
};

} // namespace isobar
