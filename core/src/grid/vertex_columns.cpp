#include "base/precision_list.hpp"
#include <isobar/core/base/region.hpp>
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/grid/grid_level.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/grid/vertex_columns.hpp>

#include <stdexcept>

namespace isobar {
namespace {

/// One more column has a western edge and corner only, one more row a southern edge and corner only.
template <class A> struct FillVertexColumns {
  HorizontalGeometry geometry;
  Partition part;
  VertexColumns<A> columns;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    const int gi = part.first_i + i, gj = part.first_j + j;
    const bool has_west = part.periodic.x || (gi > 0 && gi < part.global_nx),
               has_south = part.periodic.y || (gj > 0 && gj < part.global_ny);
    const bool owned_x = i < part.nx, owned_y = j < part.ny, edge_x = i <= part.nx;
    columns.corner(i, j) = edge_x && has_west && has_south ? A(corner(gi, gj)) : A(0);
    columns.south(i, j) = owned_x && has_south ? A(south(gi, gj)) : A(0);
    if (!owned_y) return;
    columns.west(i, j) = edge_x && has_west ? A(west(gi, gj)) : A(0);
    columns.total(i, j) = owned_x ? A(total(gi, gj)) : A(0);
  }
  KOKKOS_FUNCTION double west(int i, int j) const {
    return 0.5 * (geometry.vertex(i, j).aa + geometry.vertex(i, j + 1).aa);
  }
  KOKKOS_FUNCTION double south(int i, int j) const {
    return 0.5 * (geometry.vertex(i, j).bb + geometry.vertex(i + 1, j).bb);
  }
  KOKKOS_FUNCTION double corner(int i, int j) const { return 0.5 * geometry.vertex(i, j).ab; }
  /// Rows of the matrix add up to what couples to the domain's sides.
  KOKKOS_FUNCTION double total(int i, int j) const {
    return (west(i, j) + west(i + 1, j)) + (south(i, j) + south(i, j + 1)) +
           ((corner(i, j) + corner(i + 1, j + 1)) - (corner(i + 1, j) + corner(i, j + 1)));
  }
};

void require_formulas_and_open_sides(const GridSpec& spec) {
  const auto require = [](bool holds, const char* line) {
    if (!holds) throw std::invalid_argument(line);
  };
  require(!has_fields(spec), "the vertex flux takes no function of the horizontal position");
  const Boundaries& b = spec.boundaries;
  for (const Boundary side : {b.west, b.east, b.south, b.north})
    require(side != Boundary::neumann, "the vertex flux takes no closed side (Neumann)");
}

/// Rows of the four views, in one allocation.
Int64 rows_of(int ny) { return 4 * Int64(ny) + 2; }

} // namespace

template <class A> VertexColumns<A> VertexColumns<A>::of(const GridSpec& spec, const Partition& p) {
  require_formulas_and_open_sides(spec);
  const int padded = GridLevel<A>::padded_columns(p.nx), ny = p.ny;
  const View all = make_view<View>("isobar vertex columns", padded, rows_of(ny));
  const auto block = [&](int first, int count) -> View {
    return Kokkos::subview(all, Kokkos::ALL, std::pair(first, first + count));
  };
  const VertexColumns columns{block(0, ny), block(ny, ny), block(2 * ny, ny + 1),
                              block(3 * ny + 1, ny + 1)};
  const Region region(setup_part::geometry);
  const HorizontalGeometry geometry(spec.domain, p.global_nx, p.global_ny, p.x_widths, p.y_widths,
                                    p.periodic.x, p.periodic.y);
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("isobar/vertex_columns", as_arguments(Policy({0, 0}, {padded, ny + 1})),
                       FillVertexColumns<A>{geometry, p, columns});
  return columns;
}

template <class A> Int64 VertexColumns<A>::bytes(int nx, int ny) {
  return GridLevel<A>::padded_columns(nx) * rows_of(ny) * Int64(sizeof(A));
}

ISOBAR_INSTANTIATE_FOR_ARITHMETIC(struct VertexColumns)

} // namespace isobar
