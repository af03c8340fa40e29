#include "base/precision_list.hpp"
#include "device/inclination_stencil.hpp"
#include "grid/measure_columns.hpp"
#include "grid/vertex_evaluation.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/padding.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/columns/kernels/inclination_columns.hpp>
#include <isobar/core/grid/unit_sphere.hpp>

namespace isobar {
namespace {

using Numbers = MeshColumns::View;

/// How the nodes of a vertex couple: weights of (u_n - u_m)^2 / 2 in its energy, nodes in the order of VertexInclination.
struct NodePairs {
  double weight[4][4];

  KOKKOS_FUNCTION void set(int n, int m, double w) { weight[n][m] = weight[m][n] = w; }
  KOKKOS_FUNCTION static NodePairs of(const VertexMetric& k) {
    NodePairs pairs{};
    pairs.set(0, 1, 0.5 * k.aa);
    pairs.set(2, 3, 0.5 * k.aa);
    pairs.set(0, 2, 0.5 * k.bb);
    pairs.set(1, 3, 0.5 * k.bb);
    pairs.set(0, 3, 0.5 * k.ab);
    pairs.set(1, 2, -0.5 * k.ab);
    return pairs;
  }
  /// Of a linear element, whose sides have one weight.
  KOKKOS_FUNCTION static NodePairs alike(double w) {
    NodePairs pairs{};
    for (int n = 0; n < 4; ++n)
      for (int m = 0; m < n; ++m) pairs.set(n, m, w);
    return pairs;
  }
};

/// Writes what InclinationCells reads of a vertex.
template <class A> struct FillInclination {
  VertexNumbers metric;
  Numbers alpha, vertical, ground;
  Partition part;
  Boundaries sides;
  double depth;
  InclinedGround lowest;
  Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace> to;
  int rows;

  /// A vertex's columns, and what its numbers are made from.
  struct Nodes {
    bool exists[4], counts[4]; ///< there is a column; there is u, which beyond a side is 0
    double height[4], mean_height, alpha, vertical, weight;
    int columns;
  };

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    for (int n = 0; n < numbers_of_inclination; ++n) to(i, j + n * rows) = A(0);
    if (i > part.nx) return;
    const Nodes nodes = nodes_of(i, j);
    if (nodes.columns == 0) return;
    const VertexMetric k{metric.aa(i, j), metric.bb(i, j), metric.ab(i, j)};
    const bool cube_corner = part.is_on_sphere() && nodes.columns == 3;
    const NodePairs pairs = cube_corner ? NodePairs::alike(0.5 * k.aa) : NodePairs::of(k);
    write(i, j, nodes, pairs);
  }

  KOKKOS_FUNCTION static bool is_closed(int edge, int columns, Boundary low, Boundary high) {
    return (edge == 0 && low == Boundary::neumann) ||
           (edge == columns && high == Boundary::neumann);
  }

  KOKKOS_FUNCTION Nodes nodes_of(int i, int j) const {
    const int gi = part.first_i + i, gj = part.first_j + j;
    const bool side_x = part.has_sides_in_x() && (gi == 0 || gi == part.global_nx);
    const bool side_y = part.has_sides_in_y() && (gj == 0 || gj == part.global_ny);
    const bool closed_x = side_x && is_closed(gi, part.global_nx, sides.west, sides.east);
    const bool closed_y = side_y && is_closed(gj, part.global_ny, sides.south, sides.north);
    Nodes nodes{};
    double resistance = 0.0;
    for (int n = 0; n < 4; ++n) {
      const double a = alpha(i + n % 2, j + n / 2);
      nodes.exists[n] = a > 0.0;
      if (!nodes.exists[n]) continue;
      resistance += 1.0 / a;
      nodes.mean_height += ground(i + n % 2, j + n / 2);
      nodes.vertical += vertical(i + n % 2, j + n / 2);
      ++nodes.columns;
    }
    if (nodes.columns == 0) return nodes;
    nodes.mean_height /= nodes.columns;
    nodes.vertical /= nodes.columns;
    nodes.alpha = nodes.columns / resistance;
    nodes.weight = part.is_on_sphere() ? 1.0 / nodes.columns
                                       : 0.25 * (closed_x ? 2.0 : 1.0) * (closed_y ? 2.0 : 1.0);
    for (int n = 0; n < 4; ++n) {
      // Beyond a side stands the node inside of it.
      const bool beyond_x = side_x && n % 2 == (gi == 0 ? 0 : 1);
      const bool beyond_y = side_y && n / 2 == (gj == 0 ? 0 : 1);
      nodes.counts[n] = nodes.exists[n] || (!part.is_on_sphere() && !(beyond_x && closed_x) &&
                                            !(beyond_y && closed_y));
      const int x = beyond_x ? 1 - n % 2 : n % 2, y = beyond_y ? 1 - n / 2 : n / 2;
      nodes.height[n] = nodes.counts[n] ? ground(i + x, j + y) : 0.0;
    }
    return nodes;
  }

  KOKKOS_FUNCTION void write(int i, int j, const Nodes& nodes, const NodePairs& pairs) const {
    const double factor = depth / (1.0 - nodes.mean_height);
    double square = 0.0;
    for (int n = 0; n < 4; ++n) {
      double slope = 0.0;
      for (int m = 0; m < 4; ++m) {
        if (!nodes.counts[n] || !nodes.counts[m]) continue;
        const double rise = factor * (nodes.height[n] - nodes.height[m]);
        slope += pairs.weight[n][m] * rise;
        square += 0.5 * pairs.weight[n][m] * rise * rise;
      }
      if (!nodes.exists[n]) continue;
      to(i, j + (1 + n) * rows) = A(nodes.alpha * slope);
      to(i, j + (5 + n) * rows) = A(nodes.weight);
    }
    square *= nodes.alpha;
    to(i, j) = A(square);
    const double least =
        lowest.square * square + lowest.vertical * nodes.vertical * metric.area(i, j);
    if (least > 0.0) to(i, j + 9 * rows) = A(lowest.linear * lowest.linear / least);
  }
};

/// Rows of a vertex's numbers in double: its metric and area, and alpha_h, alpha_v and the ground of the columns around it.
Int64 rows_of_numbers(int ny) { return 4 * (Int64(ny) + 1) + 3 * (Int64(ny) + 2); }

template <class A> std::vector<InclinedInterface<A>> padded_interfaces(const GridSpec& spec) {
  std::vector<InclinedInterface<A>> all;
  for (const auto& at : inclined_interfaces(spec))
    all.push_back({A(at.below), A(at.above), A(at.square)});
  all.resize(all.size() + std::size_t(overhang(spec.nz)), {A(0), A(0), A(0)});
  return all;
}

} // namespace

template <class A>
InclinationColumns<A>::InclinationColumns(const GridSpec& spec, const Partition& partition)
    : part_(partition) {
  const int nx = part_.nx, ny = part_.ny;
  {
    const Region region(setup_part::allocation);
    all_ = make_view<Numbers>("isobar inclination", nx + 2, rows_of_numbers(ny));
    vertices_ = make_view<View>("isobar inclined vertices", GridLevel<A>::padded_columns(nx),
                                numbers_of_inclination * (ny + 1));
  }
  const Region region(setup_part::geometry);
  const auto around = [&](int n) -> Numbers {
    const int first = 4 * (ny + 1) + n * (ny + 2);
    return Kokkos::subview(all_, Kokkos::ALL, std::pair(first, first + ny + 2));
  };
  alpha_ = around(0);
  vertical_ = around(1);
  ground_ = around(2);
  on_host_ = typename Numbers::HostMirror("isobar ground", nx + 2, ny + 2);
  interfaces_ = in_block("isobar inclined interfaces", padded_interfaces<A>(spec));
  evaluate(spec);
  fill(spec);
}

template <class A> void InclinationColumns<A>::evaluate(const GridSpec& spec) {
  evaluated_fields_ = nullptr; // until all numbers are there
  const VertexEvaluation evaluation(*spec.columns, spec.boundaries, part_);
  evaluation.write_alpha_h(on_host_);
  Kokkos::deep_copy(alpha_, on_host_);
  evaluation.write_alpha_v_around(on_host_);
  Kokkos::deep_copy(vertical_, on_host_);
  evaluation.write_ground(on_host_);
  Kokkos::deep_copy(ground_, on_host_);
  evaluated_fields_ = spec.columns;
}

template <class A> void InclinationColumns<A>::fill(const GridSpec& spec) {
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  const int rows = part_.ny + 1;
  const auto block = [&](int n) -> Numbers {
    return Kokkos::subview(all_, Kokkos::ALL, std::pair(n * rows, (n + 1) * rows));
  };
  const VertexNumbers metric{block(0), block(1), block(2), block(3)};
  measure_vertices(spec, part_, metric);
  const FillInclination<A> write{metric,         alpha_,
                                 vertical_,      ground_,
                                 part_,          spec.boundaries,
                                 depth_of(spec), inclined_ground(spec),
                                 vertices_,      rows};
  Kokkos::parallel_for("isobar/inclination",
                       as_arguments(Policy({0, 0}, {int(vertices_.extent(0)), rows})), write);
}

template <class A> void InclinationColumns<A>::update(const GridSpec& spec) {
  if (spec.columns != evaluated_fields_) evaluate(spec);
  to_device(padded_interfaces<A>(spec), interfaces_);
  fill(spec);
}

template <class A> Int64 InclinationColumns<A>::bytes(int nx, int ny, int nz) {
  return (Int64(nx) + 2) * rows_of_numbers(ny) * Int64(sizeof(double)) +
         Int64(GridLevel<A>::padded_columns(nx)) * numbers_of_inclination * (ny + 1) *
             Int64(sizeof(A)) +
         (Int64(nz) + 1 + overhang(nz)) * Int64(sizeof(InclinedInterface<A>));
}

ISOBAR_INSTANTIATE_FOR_ARITHMETIC(class InclinationColumns)

} // namespace isobar
