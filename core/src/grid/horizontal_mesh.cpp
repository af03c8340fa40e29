#include "grid/field_mesh.hpp"
#include "grid/measure_columns.hpp"
#include "grid/vertex_field_mesh.hpp"
#include <isobar/core/base/region.hpp>
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/grid/horizontal_mesh.hpp>

#include <algorithm>

namespace isobar {
namespace {

using View = HorizontalMesh::View;

/// Returns the number of rows of a mesh by formulas. The mesh has three numbers a column, or four
/// with the vertex flux.
Int64 rows_of_mesh(int ny, Flux flux) {
  return 3 * Int64(ny) + 1 + (flux == Flux::vertex ? ny + 1 : 0);
}

/// Allocates the memory of a mesh by formulas.
View allocate(int nx, int ny, Flux flux) {
  const Region region(setup_part::allocation);
  return make_view<View>("isobar mesh", nx + 1, rows_of_mesh(ny, flux));
}

/// Returns the boundaries of a domain with these periodic directions; u is fixed on all other
/// sides.
Boundaries with_fixed_sides(Periodic p) {
  Boundaries b;
  if (p.x) b.west = b.east = Boundary::periodic;
  if (p.y) b.south = b.north = Boundary::periodic;
  return b;
}

/// Closes Neumann sides, through which nothing flows.
void close_sides(const MeshColumns& mesh, const Partition& p, const Boundaries& b) {
  const auto close = [](const auto& line) { Kokkos::deep_copy(ExecutionSpace(), line, 0.0); };
  const auto closed = [](bool at_side, Boundary b) { return at_side && b == Boundary::neumann; };
  if (closed(p.at_west(), b.west)) close(Kokkos::subview(mesh.west, 0, Kokkos::ALL));
  if (closed(p.at_east(), b.east)) close(Kokkos::subview(mesh.west, p.nx, Kokkos::ALL));
  if (closed(p.at_south(), b.south)) close(Kokkos::subview(mesh.south, Kokkos::ALL, 0));
  if (closed(p.at_north(), b.north)) close(Kokkos::subview(mesh.south, Kokkos::ALL, p.ny));
}

/// A range of an axis, in columns of a level.
struct Span {
  int begin, end;
};
/// Returns the columns that a level needs for the edges of the next coarser one. These are the
/// children of its columns, and one more on either side.
Span beneath(Span coarser, bool halved, int columns, bool periodic) {
  if (!halved) return coarser;
  const Span all{2 * coarser.begin - 1, 2 * coarser.end + 1};
  return periodic ? all : Span{std::max(all.begin, 0), std::min(all.end, columns)};
}
Span together(Span a, Span b) { return {std::min(a.begin, b.begin), std::max(a.end, b.end)}; }

} // namespace

HorizontalMesh::HorizontalMesh(Domain domain, const Partition& partition)
    : HorizontalMesh(domain, Flux::two_point, with_fixed_sides(partition.periodic), partition, {}) {
}

HorizontalMesh::HorizontalMesh(const GridSpec& spec, const Partition& partition) {
  check(spec);
  *this = isobar::has_fields(spec)
              ? HorizontalMesh(spec.domain, spec.flux, spec.boundaries,
                               FieldMesh::finest(spec, partition))
              : HorizontalMesh(spec.domain, spec.flux, spec.boundaries, partition, {});
}

HorizontalMesh HorizontalMesh::coarsened(const Partition& coarser) const {
  if (fields_) return {domain_, flux_, boundaries_, fields_->coarsened(coarser)};
  return {domain_, flux_, boundaries_, coarser, *this};
}

HorizontalMesh::HorizontalMesh(Domain domain, Flux flux, const Boundaries& boundaries,
                               std::shared_ptr<const FieldMesh> fields)
    : domain_(domain), flux_(flux), boundaries_(boundaries), partition_(fields->partition()),
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
  measure_columns({domain, p, boundaries, columns_, {}, finer.columns_, finer.partition_});
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

Int64 HorizontalMesh::bytes(int nx, int ny, Flux flux) {
  return flux == Flux::vertex ? VertexFieldMesh::bytes(nx, ny) : EdgeFieldMesh::bytes(nx, ny);
}

Int64 HorizontalMesh::bytes_by_formulas(int nx, int ny, Flux flux) {
  return (Int64(nx) + 1) * rows_of_mesh(ny, flux) * Int64(sizeof(double));
}

std::vector<Partition> mesh_partitions(const std::vector<Partition>& computed,
                                       const Boundaries& boundaries) {
  std::vector<Partition> parts = computed;
  if (parts.front().is_on_sphere())
    return parts; // meshes of the sphere evaluate the columns beside their patches
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
