#include "grid/field_mesh.hpp"
#include <isobar/core/base/region.hpp>
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/grid/cubed_sphere.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/grid/horizontal_mesh.hpp>

#include <algorithm>

namespace isobar {
namespace {

using View = HorizontalMesh::View;

/// The geometry of one column: its area, its western and its southern edge, and with the vertex flux its south-western corner. One
/// more column in x has a western edge only, one more row a southern edge only.
struct MeasureColumn {
  HorizontalGeometry geometry;
  Partition part;
  View area, west, south, corner;
  View finer; ///< areas of the finer level; empty on the finest one
  int pairs_x, pairs_y;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    const int gi = part.first_i + i, gj = part.first_j + j;
    if (i < part.nx && j < part.ny)
      area(i, j) = finer.extent(0) > 0 ? sum_of_finer(i, j) : geometry.area(gi, gj);
    if (corner.extent(0) > 0) return by_vertices(i, j, gi, gj);
    if (j < part.ny) west(i, j) = geometry.west(gi, gj);
    if (i < part.nx) south(i, j) = geometry.south(gi, gj);
  }
  /// What the energies of the vertices at both ends of an edge, and at the corner, give (docs/design.md, "The vertex flux").
  KOKKOS_FUNCTION void by_vertices(int i, int j, int gi, int gj) const {
    const auto here = geometry.vertex(gi, gj);
    if (j < part.ny) west(i, j) = 0.5 * (here.aa + geometry.vertex(gi, gj + 1).aa);
    if (i < part.nx) south(i, j) = 0.5 * (here.bb + geometry.vertex(gi + 1, gj).bb);
    corner(i, j) = 0.5 * here.ab;
  }
  KOKKOS_FUNCTION double sum_of_finer(int i, int j) const {
    double sum = 0.0;
    for (int y = pairs_y * j; y < pairs_y * (j + 1) && y < int(finer.extent(1)); ++y)
      for (int x = pairs_x * i; x < pairs_x * (i + 1) && x < int(finer.extent(0)); ++x)
        sum += finer(x, y);
    return sum;
  }
};

/// The same on the sphere, for the rows of all patches. Rows between patches have an area of 1 and couple to nothing, but for what
/// belongs to the northern edge and the northern corners of the patch before them.
struct MeasurePatches {
  CubedSphere sphere;
  SpherePatches patches;
  PatchRows rows;
  MeshColumns mesh;
  int nx;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    const int patch = j / rows.stride, row = j % rows.stride;
    const SpherePatches::Place place = patches.place(patches.first + patch);
    const SphereColumn column{place.panel, place.x * nx + i, place.y * rows.rows + row};
    const bool owned = row < rows.rows, on_edge = row <= rows.rows;
    const bool has_row = j < int(mesh.area.extent(1));
    const auto here = vertex(column, 0, 0, on_edge);
    if (has_row && i < nx) mesh.area(i, j) = owned ? sphere.area(column) : 1.0;
    if (has_row) mesh.west(i, j) = 0.5 * (here.aa + vertex(column, 0, 1, owned).aa) * owned;
    if (i < nx) mesh.south(i, j) = 0.5 * (here.bb + vertex(column, 1, 0, on_edge).bb);
    mesh.corner(i, j) = 0.5 * here.ab;
  }
  KOKKOS_FUNCTION VertexMetric vertex(const SphereColumn& c, int east, int north,
                                      bool wanted) const {
    if (!wanted) return {0.0, 0.0, 0.0};
    return sphere.vertex(c.panel, c.i + east, c.j + north);
  }
};

/// Of what is by formulas: three numbers a column, or four.
Int64 rows_of_mesh(int ny, Flux flux) {
  return 3 * Int64(ny) + 1 + (flux == Flux::vertex ? ny + 1 : 0);
}

/// Memory of all of them.
View allocate(int nx, int ny, Flux flux) {
  const Region region(setup_part::allocation);
  return make_view<View>("isobar mesh", nx + 1, rows_of_mesh(ny, flux));
}

/// Nothing flows through a Neumann side.
void close_sides(const MeshColumns& mesh, const Partition& p, const Boundaries& b) {
  const auto close = [](const auto& line) { Kokkos::deep_copy(ExecutionSpace(), line, 0.0); };
  const auto closed = [](bool at_side, Boundary b) { return at_side && b == Boundary::neumann; };
  if (closed(p.at_west(), b.west)) close(Kokkos::subview(mesh.west, 0, Kokkos::ALL));
  if (closed(p.at_east(), b.east)) close(Kokkos::subview(mesh.west, p.nx, Kokkos::ALL));
  if (closed(p.at_south(), b.south)) close(Kokkos::subview(mesh.south, Kokkos::ALL, 0));
  if (closed(p.at_north(), b.north)) close(Kokkos::subview(mesh.south, Kokkos::ALL, p.ny));
}

/// From where to where a part of an axis reaches, in columns of a level.
struct Span {
  int begin, end;
};
/// What a level needs for the edges of the next coarser one: its columns' children and one more on either side.
Span beneath(Span coarser, bool halved, int columns, bool periodic) {
  if (!halved) return coarser;
  const Span all{2 * coarser.begin - 1, 2 * coarser.end + 1};
  return periodic ? all : Span{std::max(all.begin, 0), std::min(all.end, columns)};
}
Span together(Span a, Span b) { return {std::min(a.begin, b.begin), std::max(a.end, b.end)}; }

} // namespace

HorizontalMesh::HorizontalMesh(Domain domain, const Partition& partition)
    : HorizontalMesh(domain, Flux::two_point, {}, partition, {}) {}

HorizontalMesh::HorizontalMesh(const GridSpec& spec, const Partition& partition) {
  check(spec);
  *this = isobar::has_fields(spec)
              ? HorizontalMesh(spec.domain, spec.boundaries,
                               std::make_shared<FieldMesh>(spec, partition))
              : HorizontalMesh(spec.domain, spec.flux, spec.boundaries, partition, {});
}

HorizontalMesh HorizontalMesh::coarsened(const Partition& coarser) const {
  if (fields_) return {domain_, boundaries_, std::make_shared<FieldMesh>(fields_, coarser)};
  return {domain_, flux_, boundaries_, coarser, *this};
}

HorizontalMesh::HorizontalMesh(Domain domain, const Boundaries& boundaries,
                               std::shared_ptr<const FieldMesh> fields)
    : domain_(domain), boundaries_(boundaries), partition_(fields->partition()),
      columns_(fields->columns()), fields_(std::move(fields)) {}

HorizontalMesh::HorizontalMesh(Domain domain, Flux flux, const Boundaries& boundaries,
                               const Partition& p, const HorizontalMesh& finer)
    : domain_(domain), flux_(flux), boundaries_(boundaries), partition_(p),
      memory_(memory_of_views()) {
  const View all = allocate(p.nx, p.ny, flux);
  const Region region(setup_part::geometry);
  const auto block = [&](int nx, int first, int count) -> View {
    return Kokkos::subview(all, std::pair(0, nx), std::pair(first, first + count));
  };
  const View area = block(p.nx, 0, p.ny);
  columns_ = {area,
              area,
              area,
              block(p.nx + 1, p.ny, p.ny),
              block(p.nx, 2 * p.ny, p.ny + 1),
              flux == Flux::vertex ? block(p.nx + 1, 3 * p.ny + 1, p.ny + 1) : View()};
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  const Policy all_columns({0, 0}, {p.nx + 1, p.ny + 1});
  if (p.is_on_sphere()) {
    const MeasurePatches measure{CubedSphere(p.global_nx), p.sphere, p.rows(), columns_, p.nx};
    Kokkos::parallel_for("isobar/mesh", as_arguments(all_columns), measure);
    return;
  }
  const MeasureColumn measure{
      HorizontalGeometry(domain, p.global_nx, p.global_ny, p.x_widths, p.y_widths, p.periodic.x,
                         p.periodic.y),
      p,
      columns_.area,
      columns_.west,
      columns_.south,
      columns_.corner,
      finer.area(),
      finer.empty() ? 1 : p.x_widths.regular / finer.partition_.x_widths.regular,
      finer.empty() ? 1 : p.y_widths.regular / finer.partition_.y_widths.regular};
  Kokkos::parallel_for("isobar/mesh", as_arguments(all_columns), measure);
  close_sides(columns_, p, boundaries);
}

HorizontalMesh HorizontalMesh::part(const Partition& p) const {
  if (p == partition_) return *this;
  const int i = p.first_i - partition_.first_i, j = p.first_j - partition_.first_j;
  const auto some = [&](const View& view, int nx, int ny) -> View {
    return Kokkos::subview(view, std::pair(i, i + nx), std::pair(j, j + ny));
  };
  HorizontalMesh mesh = *this;
  mesh.partition_ = p;
  mesh.columns_ = {some(columns_.area, p.nx, p.ny),
                   some(columns_.vertical, p.nx, p.ny),
                   some(columns_.reaction, p.nx, p.ny),
                   some(columns_.west, p.nx + 1, p.ny),
                   some(columns_.south, p.nx, p.ny + 1),
                   flux_ == Flux::vertex ? some(columns_.corner, p.nx + 1, p.ny + 1) : View()};
  return mesh;
}

void HorizontalMesh::update(const GridSpec& spec) const {
  if (fields_) fields_->update(spec);
}

Int64 HorizontalMesh::bytes(int nx, int ny) { return FieldMesh::bytes(nx, ny); }

Int64 HorizontalMesh::bytes_by_formulas(int nx, int ny, Flux flux) {
  return (Int64(nx) + 1) * rows_of_mesh(ny, flux) * Int64(sizeof(double));
}

std::vector<Partition> mesh_partitions(const std::vector<Partition>& computed,
                                       const Boundaries& boundaries) {
  std::vector<Partition> parts = computed;
  for (std::size_t l = parts.size() - 1; l > 0; --l) {
    const Partition& coarse = parts[l];
    Partition& p = parts[l - 1];
    const Coarsening halved{coarse.x_widths != p.x_widths, coarse.y_widths != p.y_widths};
    const Span x = together({p.first_i, p.first_i + p.nx},
                            beneath({coarse.first_i, coarse.first_i + coarse.nx}, halved.x,
                                    p.global_nx, boundaries.periodic_x()));
    const Span y = together({p.first_j, p.first_j + p.ny},
                            beneath({coarse.first_j, coarse.first_j + coarse.ny}, halved.y,
                                    p.global_ny, boundaries.periodic_y()));
    p.first_i = x.begin, p.nx = x.end - x.begin;
    p.first_j = y.begin, p.ny = y.end - y.begin;
  }
  return parts;
}

} // namespace isobar
