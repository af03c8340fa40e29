#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/patch_rows.hpp>
#include <isobar/core/grid/sphere_patches.hpp>

namespace isobar {

/// Widths of a level's columns along one axis, in columns of the finest level. All columns are
/// `regular` wide, except that the last one may be narrower.
struct ColumnWidths {
  int regular = 1, last = 1;
  bool operator==(const ColumnWidths&) const = default;

  /// The widths on the next coarser level. A column there covers two of these `columns`, or a
  /// single one at the end of an odd row.
  constexpr ColumnWidths coarsened(int columns) const {
    return {2 * regular, columns % 2 == 0 ? regular + last : last};
  }
};

/// The axes along which a coarser level has half as many columns.
struct Coarsening {
  bool x = true, y = true;
  bool operator==(const Coarsening&) const = default;
};

/// The number of columns of the next coarser level along one axis.
constexpr int coarsened_columns(int columns) { return (columns + 1) / 2; }

/// The columns that one rank owns on one level: a rectangle, in global column indices, or patches
/// of the sphere. For patches the global columns are one panel's, first_i and first_j are 0, and ny
/// also counts the rows between patches.
struct Partition {
  int global_nx = 0, global_ny = 0;
  int first_i = 0, first_j = 0; ///< global index of the first owned column
  int nx = 0, ny = 0;           ///< owned columns
  ColumnWidths x_widths{}, y_widths{};
  Periodic periodic{};    ///< periodic directions of the domain
  SpherePatches sphere{}; ///< the patches of this rank, if the domain is the sphere
  int patch_rows = 0;     ///< rows of each patch, if this holds only a part of them; 0: all

  bool operator==(const Partition&) const = default;

  static Partition whole(int nx, int ny, Periodic periodic = {}) {
    return {nx, ny, 0, 0, nx, ny, {}, {}, periodic, {}};
  }
  /// Patches of a sphere whose panels have n x n columns. per_x and per_y divide n.
  static Partition on_sphere(int n, const SpherePatches& patches) {
    Partition p{n, n, 0, 0, n / patches.per_x, 0, {}, {}, {}, patches};
    p.ny = patches.count * p.patch_stride() - rows_between_patches;
    return p;
  }
  static Partition whole_sphere(int n) { return on_sphere(n, {0, 6, 1, 1}); }

  constexpr bool is_on_sphere() const { return sphere.count > 0; }
  /// The owned rows, as launches walk them.
  PatchRows rows() const {
    if (!is_on_sphere()) return ny;
    return {sphere.count, patch_rows > 0 ? patch_rows : global_ny / sphere.per_y, patch_stride()};
  }
  /// The partition with `columns` columns and `rows` rows of each patch. Its parts lie as far apart
  /// as whole patches do. The caller keeps track of where they begin in the patch.
  Partition part_of_patches(int columns, int rows) const {
    Partition p = *this;
    p.nx = columns;
    p.patch_rows = rows;
    p.ny = (sphere.count - 1) * patch_stride() + rows;
    return p;
  }
  /// The number of owned columns.
  Int64 columns() const { return Int64(nx) * rows().all(); }

  /// The columns in host order. On the sphere, the rows of all panels follow each other, panel
  /// after panel, and this rank's columns are a rectangle of them. Patches must have whole rows.
  Partition in_host_order() const {
    if (!is_on_sphere()) return *this;
    Partition p = whole(global_nx, panel_count * global_ny);
    p.first_j = sphere.first * rows().rows;
    p.ny = rows().all();
    return p;
  }

  /// Returns the same rectangle on the next coarser level. Requires can_coarsen(c).
  Partition coarsened(Coarsening c = {}) const {
    if (is_on_sphere()) {
      const Partition all = on_sphere(global_nx / 2, sphere);
      return patch_rows > 0 ? all.part_of_patches(nx / 2, patch_rows / 2) : all;
    }
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
  /// axis may own an odd number of columns. It must own more than one, because operations on the
  /// last coarse column need the column beside it. A periodic axis has no end, and a patch of the
  /// sphere has neighbours on all sides.
  bool can_coarsen(Coarsening c = {}) const {
    if (is_on_sphere()) return nx % 2 == 0 && rows().rows % 2 == 0;
    const bool x = first_i % 2 == 0 && (nx % 2 == 0 || (at_east() && nx > 1));
    const bool y = first_j % 2 == 0 && (ny % 2 == 0 || (at_north() && ny > 1));
    return (x || !c.x) && (y || !c.y);
  }

  /// Returns the partition with `more` additional rows on either side, as far as the domain has
  /// them.
  Partition with_rows(int more) const {
    if (is_on_sphere()) return *this; // no rank computes rows of another one there
    const int above = global_ny - first_j - ny;
    Partition p = *this;
    p.first_j = more < first_j ? first_j - more : 0;
    p.ny = first_j + ny + (more < above ? more : above) - p.first_j;
    return p;
  }
  bool is_whole() const {
    return is_on_sphere() ? sphere.count == sphere.all() : nx == global_nx && ny == global_ny;
  }
  /// Whether the rank owns whole rows, so that all its neighbours are in y.
  bool has_whole_rows() const { return nx == global_nx && !is_on_sphere(); }

  /// Whether the rectangle touches this side of the domain.
  bool at_west() const { return has_sides_in_x() && first_i == 0; }
  bool at_east() const { return has_sides_in_x() && first_i + nx == global_nx; }
  bool at_south() const { return has_sides_in_y() && first_j == 0; }
  bool at_north() const { return has_sides_in_y() && first_j + ny == global_ny; }
  /// Whether the domain ends anywhere in this direction.
  constexpr bool has_sides_in_x() const { return !closed().x; }
  constexpr bool has_sides_in_y() const { return !closed().y; }
  /// The directions without sides.
  constexpr Periodic closed() const { return is_on_sphere() ? Periodic{true, true} : periodic; }

private:
  int patch_stride() const { return global_ny / sphere.per_y + rows_between_patches; }
};

} // namespace isobar
