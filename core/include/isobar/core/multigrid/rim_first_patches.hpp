#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/partition.hpp>

#include <vector>

namespace isobar {

/// The columns of a sphere's level in parts, for all patches at once. The columns beside the four sides of
/// patches come first, and travel while a step works on the others. Grid has partition() and part_of_patches().
template <class Grid> class RimFirstPatches {
public:
  RimFirstPatches() = default;
  /// `rows` at the southern and northern sides, and enough columns at the western and eastern ones that parts
  /// begin and end at whole packs. There are no parts if a rank has all patches, or if patches are too small.
  RimFirstPatches(const Grid& grid, int rows) {
    const Partition& p = grid.partition();
    const int all = p.rows().rows, east = (p.nx - columns) / columns * columns;
    if (!p.is_on_sphere() || p.is_whole() || all <= 4 * rows || east < 2 * columns) return;
    const int inner = all - 2 * rows;
    add(grid, 0, 0, p.nx, rows);
    add(grid, 0, all - rows, p.nx, rows);
    add(grid, 0, rows, columns, inner);
    add(grid, east, rows, p.nx - east, inner);
    add(grid, columns, rows, east - columns, inner);
  }
  bool empty() const { return parts_.empty(); }
  /// Calls step(grid of a part, its first column, its first row) for all parts, and send() before the last one.
  template <class Step, class Send> void for_each(const Step& step, const Send& send) const {
    for (const Part& part : parts_) {
      if (&part == &parts_.back()) send();
      step(part.grid, part.i, part.j);
    }
  }

private:
  /// A multiple of every pack's width, and of a GPU's step.
  static constexpr int columns = 32;
  struct Part {
    Grid grid;
    int i, j;
  };
  void add(const Grid& grid, int i, int j, int nx, int ny) {
    parts_.push_back({grid.part_of_patches(i, j, nx, ny), i, j});
  }
  std::vector<Part> parts_;
};

} // namespace isobar
