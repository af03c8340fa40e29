#include <isobar/core/grid/cubed_sphere.hpp>
#include <isobar/core/grid/patch_halo.hpp>

namespace isobar {
namespace {

/// One patch and the columns around it.
class Surroundings {
public:
  Surroundings(const Partition& p, int n)
      : part_(p), rows_(p.rows()), sphere_(p.global_nx), place_(p.sphere.place(p.sphere.first + n)),
        row_(n * rows_.stride) {}

  int nx() const { return part_.nx; }
  int ny() const { return rows_.rows; }
  /// Returns the row in the field.
  int row(int j) const { return row_ + j; }
  bool is_missing(int i, int j) const { return sphere_.is_missing(in_panel_x(i), in_panel_y(j)); }
  /// Returns the place at its owner of column (i, j) of the patch, a halo column.
  PatchColumn source(int i, int j) const {
    const SphereColumn c = sphere_.column(place_.panel, in_panel_x(i), in_panel_y(j));
    const int x = c.i / nx(), y = c.j / ny();
    return {part_.sphere.number({c.panel, x, y}), c.i - x * nx(), c.j - y * ny()};
  }

private:
  int in_panel_x(int i) const { return place_.x * nx() + i; }
  int in_panel_y(int j) const { return place_.y * ny() + j; }

  const Partition& part_;
  PatchRows rows_;
  CubedSphere sphere_;
  SpherePatches::Place place_;
  int row_;
};

/// Returns whether the next column of a side continues the span. The span's first two columns set
/// its direction.
bool continues(HaloSpan& span, const PatchColumn& source) {
  if (source.patch != span.source.patch) return false;
  const int di = source.i - span.source.i, dj = source.j - span.source.j;
  if (span.columns == 1) span.source_di = di, span.source_dj = dj;
  return di == span.columns * span.source_di && dj == span.columns * span.source_dj;
}

void add_side(std::vector<HaloSpan>& spans, const Surroundings& patch, int i, int j, int di, int dj,
              int columns) {
  bool begun = false;
  for (int n = 0; n < columns; ++n, i += di, j += dj) {
    const PatchColumn source = patch.source(i, j);
    if (begun && continues(spans.back(), source)) {
      ++spans.back().columns;
      continue;
    }
    spans.push_back({1, i, patch.row(j), di, dj, source, 0, 0});
    begun = true;
  }
}

CubeCorner cube_corner(const Surroundings& patch, int i, int j) {
  const int inner_i = i < 0 ? 0 : i - 1, inner_j = j < 0 ? 0 : j - 1;
  return {i,
          patch.row(j),
          {{i, patch.row(inner_j), patch.source(i, inner_j)},
           {inner_i, patch.row(j), patch.source(inner_i, j)}}};
}

} // namespace

PatchHalo::PatchHalo(const Partition& p) {
  for (int n = 0; n < p.sphere.count; ++n) {
    const Surroundings patch(p, n);
    const int nx = patch.nx(), ny = patch.ny();
    add_side(sides, patch, -1, 0, 0, 1, ny);
    add_side(sides, patch, nx, 0, 0, 1, ny);
    add_side(sides, patch, 0, -1, 1, 0, nx);
    add_side(sides, patch, 0, ny, 1, 0, nx);
    for (const int j : {-1, ny})
      for (const int i : {-1, nx}) {
        if (patch.is_missing(i, j)) cube_corners.push_back(cube_corner(patch, i, j));
        else add_side(corners, patch, i, j, 1, 0, 1);
      }
  }
}

} // namespace isobar
