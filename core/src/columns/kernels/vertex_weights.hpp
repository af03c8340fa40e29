#pragma once
#include "grid/measure_columns.hpp"
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/grid/grid_level.hpp>

namespace isobar {

inline constexpr int numbers_of_vertex = 4;

/// Writes the numbers of a rank's vertices, which VertexCells reads.
template <class A> struct FillVertices {
  VertexNumbers metric;
  Partition part;
  Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace> to;
  int rows;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    const int gi = part.first_i + i, gj = part.first_j + j;
    const bool owned = i <= part.nx;
    const bool side_x = part.has_sides_in_x() && (gi == 0 || gi >= part.global_nx);
    const bool side_y = part.has_sides_in_y() && (gj == 0 || gj == part.global_ny);
    const double aa = owned ? 0.5 * metric.aa(i, j) : 0.0, bb = owned ? 0.5 * metric.bb(i, j) : 0.0,
                 ab = owned ? 0.5 * metric.ab(i, j) : 0.0;
    to(i, j) = A(aa + bb + ab);
    to(i, j + rows) = A(aa + bb - ab);
    to(i, j + 2 * rows) = side_x ? A(0) : A(aa);
    to(i, j + 3 * rows) = side_y ? A(0) : A(bb);
  }
};

/// Returns these numbers in one piece of memory, in four blocks of ny + 1 rows. Waits.
template <class A>
Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace> vertex_weights(const GridSpec& spec,
                                                                  const Partition& p) {
  const int padded = GridLevel<A>::padded_columns(p.nx), rows = p.ny + 1;
  const auto weights = make_view<Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>>(
      "isobar vertices", padded, numbers_of_vertex * rows);
  const MeshColumns::View all("isobar vertex metric", p.nx + 1, 3 * rows);
  const auto block = [&](int n) -> MeshColumns::View {
    return Kokkos::subview(all, Kokkos::ALL, std::pair(n * rows, (n + 1) * rows));
  };
  const VertexNumbers metric{block(0), block(1), block(2)};
  measure_vertices(spec, p, metric);
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("isobar/vertices", as_arguments(Policy({0, 0}, {padded, rows})),
                       FillVertices<A>{metric, p, weights, rows});
  ExecutionSpace().fence(); // waits before the metric is freed
  return weights;
}

} // namespace isobar
