#include "base/precision_list.hpp"
#include "columns/inclined_vertex.hpp"
#include "device/inclination_stencil.hpp"
#include "grid/vertex_evaluation.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/padding.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/columns/inclination_columns.hpp>

namespace isobar {
namespace {

using Numbers = MeshColumns::View;

/// Writes the numbers of a column that InclinationCells reads. They are sums over the column's four
/// vertices.
template <class A> struct FillInclination {
  InclinedVertices vertices;
  int nx, ny;
  Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace> to;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    double sums[numbers_of_inclination] = {};
    const auto add = [&](InclinedStencil stencil, int point, double x) {
      sums[int(stencil) * inclined_points + point] += x;
    };
    for (int own = 0; own < 4 && i < nx; ++own) {
      const int east = 1 - own % 2, north = 1 - own / 2;
      const InclinedVertex v = vertices.at(i + east, j + north);
      for (int n = 0; n < 4; ++n) {
        const int point = east + n % 2 + 3 * (north + n / 2);
        add(InclinedStencil::square, point, v.weight[own] * v.square * v.weight[n]);
        add(InclinedStencil::across, point, v.weight[own] * v.slope[n]);
        add(InclinedStencil::along, point, v.slope[own] * v.weight[n]);
        add(InclinedStencil::ground, point, v.slope[own] * v.ground * v.slope[n]);
      }
    }
    for (int n = 0; n < numbers_of_inclination; ++n) to(i, j + n * ny) = A(sums[n]);
  }
};

/// Returns the number of rows of the vertices' numbers in double. They are the metric and area, and
/// alpha_h, alpha_v and the ground of the neighbouring columns.
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
    columns_ = make_view<View>("isobar inclined columns", GridLevel<A>::padded_columns(nx),
                               numbers_of_inclination * ny);
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
  measure_vertices(spec, part_, metric());
  evaluate(spec);
  fill(spec);
}

template <class A> VertexNumbers InclinationColumns<A>::metric() const {
  const int rows = part_.ny + 1;
  const auto block = [&](int n) -> Numbers {
    return Kokkos::subview(all_, Kokkos::ALL, std::pair(n * rows, (n + 1) * rows));
  };
  return {block(0), block(1), block(2), block(3)};
}

template <class A> void InclinationColumns<A>::evaluate(const GridSpec& spec) {
  evaluated_fields_ = nullptr; // null until all numbers are there
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
  const InclinedVertices vertices{metric(), alpha_,          vertical_,      ground_,
                                  part_,    spec.boundaries, depth_of(spec), inclined_ground(spec)};
  Kokkos::parallel_for("isobar/inclination",
                       as_arguments(Policy({0, 0}, {int(columns_.extent(0)), part_.ny})),
                       FillInclination<A>{vertices, part_.nx, part_.ny, columns_});
}

template <class A> void InclinationColumns<A>::update(const GridSpec& spec) {
  if (spec.columns != evaluated_fields_) evaluate(spec);
  to_device(padded_interfaces<A>(spec), interfaces_);
  fill(spec);
}

template <class A> Int64 InclinationColumns<A>::bytes(int nx, int ny, int nz) {
  return (Int64(nx) + 2) * rows_of_numbers(ny) * Int64(sizeof(double)) +
         Int64(GridLevel<A>::padded_columns(nx)) * numbers_of_inclination * ny * Int64(sizeof(A)) +
         (Int64(nz) + 1 + overhang(nz)) * Int64(sizeof(InclinedInterface<A>));
}

ISOBAR_INSTANTIATE_FOR_ARITHMETIC(class InclinationColumns)

} // namespace isobar
