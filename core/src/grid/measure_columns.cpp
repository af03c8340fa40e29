#include "grid/measure_columns.hpp"
#include <isobar/core/grid/cubed_sphere.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>

namespace isobar {
namespace {

using View = HorizontalMesh::View;

/// Returns a vertex's metric times the harmonic mean of alpha_h of the columns around it. Column
/// (i, j) is north-east of the vertex.
KOKKOS_FUNCTION VertexMetric with_alpha(const VertexMetric& k, const ColumnsAround& alpha, int i,
                                        int j) {
  if (alpha.extent(0) == 0) return k;
  double resistance = 0.0;
  int columns = 0;
  for (int y = j; y <= j + 1; ++y)
    for (int x = i; x <= i + 1; ++x) {
      if (alpha(x, y) == 0.0) continue;
      resistance += 1.0 / alpha(x, y);
      ++columns;
    }
  const double mean = columns / resistance;
  return {mean * k.aa, mean * k.bb, mean * k.ab};
}

/// Writes the geometry of one column: its area, its western and its southern edge, and with the
/// vertex flux its south-western corner. One more column in x has only a western edge, and one more
/// row only a southern one.
struct MeasureColumn {
  HorizontalGeometry geometry;
  Partition part;
  MeshColumns mesh;
  ColumnsAround alpha;
  View finer; ///< areas of the finer level; empty if they come from formulas
  int pairs_x, pairs_y;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    const int gi = part.first_i + i, gj = part.first_j + j;
    if (i < part.nx && j < part.ny)
      mesh.area(i, j) = finer.extent(0) > 0 ? sum_of_finer(i, j) : geometry.area(gi, gj);
    if (mesh.corner.extent(0) > 0) return by_vertices(i, j);
    if (j < part.ny) mesh.west(i, j) = geometry.west(gi, gj);
    if (i < part.nx) mesh.south(i, j) = geometry.south(gi, gj);
  }
  /// Writes couplings from the energies of the vertices at both ends of an edge, and at the corner.
  KOKKOS_FUNCTION void by_vertices(int i, int j) const {
    const auto here = vertex(i, j);
    if (j < part.ny) mesh.west(i, j) = 0.5 * (here.aa + vertex(i, j + 1).aa);
    if (i < part.nx) mesh.south(i, j) = 0.5 * (here.bb + vertex(i + 1, j).bb);
    mesh.corner(i, j) = 0.5 * here.ab;
  }
  KOKKOS_FUNCTION VertexMetric vertex(int i, int j) const {
    return with_alpha(geometry.vertex(part.first_i + i, part.first_j + j), alpha, i, j);
  }
  KOKKOS_FUNCTION double sum_of_finer(int i, int j) const {
    double sum = 0.0;
    for (int y = pairs_y * j; y < pairs_y * (j + 1) && y < int(finer.extent(1)); ++y)
      for (int x = pairs_x * i; x < pairs_x * (i + 1) && x < int(finer.extent(0)); ++x)
        sum += finer(x, y);
    return sum;
  }
};

/// Writes the geometry of a column on the sphere, for the rows of all patches. Rows between patches
/// have an area of 1. They couple to nothing, except through the northern edge and the northern
/// corners of the patch before them.
struct MeasurePatches {
  CubedSphere sphere;
  SpherePatches patches;
  PatchRows rows;
  MeshColumns mesh;
  ColumnsAround alpha;
  int nx;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    const int patch = j / rows.stride, row = j % rows.stride;
    const SpherePatches::Place place = patches.place(patches.first + patch);
    const SphereColumn column{place.panel, place.x * nx + i, place.y * rows.rows + row};
    const bool owned = row < rows.rows, on_edge = row <= rows.rows;
    const bool has_row = j < int(mesh.area.extent(1));
    const auto vertex = [&](int east, int north, bool wanted) -> VertexMetric {
      if (!wanted) return {0.0, 0.0, 0.0};
      return with_alpha(sphere.vertex(column.panel, column.i + east, column.j + north), alpha,
                        i + east, j + north);
    };
    const auto here = vertex(0, 0, on_edge);
    if (has_row && i < nx) mesh.area(i, j) = owned ? sphere.area(column) : 1.0;
    if (has_row) mesh.west(i, j) = 0.5 * (here.aa + vertex(0, 1, owned).aa) * owned;
    if (i < nx) mesh.south(i, j) = 0.5 * (here.bb + vertex(1, 0, on_edge).bb);
    mesh.corner(i, j) = 0.5 * here.ab;
  }
};

struct WriteVertices {
  HorizontalGeometry geometry;
  CubedSphere sphere;
  Partition part;
  PatchRows rows;
  VertexNumbers to;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    const VertexMetric k =
        part.is_on_sphere() ? on_sphere(i, j) : geometry.vertex(part.first_i + i, part.first_j + j);
    to.aa(i, j) = k.aa;
    to.bb(i, j) = k.bb;
    to.ab(i, j) = k.ab;
    if (to.area.extent(0) == 0) return;
    double area = 0.0;
    for (int n = 0; n < 4; ++n)
      area +=
          part.is_on_sphere() ? area_on_sphere(i, j, n) : area_inside(i - 1 + n % 2, j - 1 + n / 2);
    to.area(i, j) = 0.25 * area;
  }
  KOKKOS_FUNCTION VertexMetric on_sphere(int i, int j) const {
    const int row = j % rows.stride;
    if (row > rows.rows) return {0.0, 0.0, 0.0};
    const SpherePatches::Place place = place_of(j);
    return sphere.vertex(place.panel, place.x * part.nx + i, place.y * rows.rows + row);
  }
  KOKKOS_FUNCTION SpherePatches::Place place_of(int j) const {
    return part.sphere.place(part.sphere.first + j / rows.stride);
  }
  /// Returns the area of a column, or 0 if there is none. Columns beyond periodic sides are those
  /// of the other end.
  KOKKOS_FUNCTION double area_inside(int i, int j) const {
    const int nx = part.global_nx, ny = part.global_ny;
    int gi = part.first_i + i, gj = part.first_j + j;
    if (part.periodic.x) gi = (gi + nx) % nx;
    if (part.periodic.y) gj = (gj + ny) % ny;
    return gi >= 0 && gi < nx && gj >= 0 && gj < ny ? geometry.area(gi, gj) : 0.0;
  }
  /// Returns the area of column n of a vertex, or 0 if there is none.
  KOKKOS_FUNCTION double area_on_sphere(int i, int j, int n) const {
    const int row = j % rows.stride;
    if (row > rows.rows) return 0.0;
    const SpherePatches::Place place = place_of(j);
    const int x = place.x * part.nx + i - 1 + n % 2, y = place.y * rows.rows + row - 1 + n / 2;
    return sphere.is_missing(x, y) ? 0.0 : sphere.area(sphere.column(place.panel, x, y));
  }
};

} // namespace

void measure_columns(const MeasuredMesh& m) {
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  const Partition& p = m.part;
  const Policy all_columns({0, 0}, {p.nx + 1, p.ny + 1});
  if (p.is_on_sphere()) {
    const MeasurePatches measure{CubedSphere(p.global_nx), p.sphere, p.rows(), m.to, m.alpha, p.nx};
    Kokkos::parallel_for("isobar/mesh", as_arguments(all_columns), measure);
    return;
  }
  const auto pairs = [](const ColumnWidths& coarse, const ColumnWidths& fine) {
    return coarse.regular / fine.regular;
  };
  const bool has_finer = m.finer.area.size() > 0;
  const MeasureColumn measure{
      HorizontalGeometry(m.domain, p.global_nx, p.global_ny, p.x_widths, p.y_widths, m.boundaries),
      p,
      m.to,
      m.alpha,
      m.finer.area,
      has_finer ? pairs(p.x_widths, m.finer_part.x_widths) : 1,
      has_finer ? pairs(p.y_widths, m.finer_part.y_widths) : 1};
  Kokkos::parallel_for("isobar/mesh", as_arguments(all_columns), measure);
}

void measure_vertices(const GridSpec& spec, const Partition& p, const VertexNumbers& to) {
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  const WriteVertices write{HorizontalGeometry(spec.domain, p.global_nx, p.global_ny, p.x_widths,
                                               p.y_widths, spec.boundaries),
                            CubedSphere(p.global_nx), p, p.rows(), to};
  Kokkos::parallel_for("isobar/vertices", as_arguments(Policy({0, 0}, {p.nx + 1, p.ny + 1})),
                       write);
}

} // namespace isobar
