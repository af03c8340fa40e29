#include <isobar/core/base/region.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/grid/horizontal_mesh.hpp>

namespace isobar {
namespace {

using View = HorizontalMesh::View;

/// The geometry of one column: its area, its western and its southern edge. One more column in x has a
/// western edge only, one more row a southern edge only.
struct MeasureColumn {
  HorizontalGeometry geometry;
  Partition part;
  View area, west, south;
  View finer; ///< areas of the finer level; empty on the finest one
  int pairs_x, pairs_y;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    const int gi = part.first_i + i, gj = part.first_j + j;
    if (i < part.nx && j < part.ny)
      area(i, j) = finer.extent(0) > 0 ? sum_of_finer(i, j) : geometry.area(gi, gj);
    if (j < part.ny) west(i, j) = geometry.west(gi, gj);
    if (i < part.nx) south(i, j) = geometry.south(gi, gj);
  }
  KOKKOS_FUNCTION double sum_of_finer(int i, int j) const {
    double sum = 0.0;
    for (int y = pairs_y * j; y < pairs_y * (j + 1) && y < int(finer.extent(1)); ++y)
      for (int x = pairs_x * i; x < pairs_x * (i + 1) && x < int(finer.extent(0)); ++x)
        sum += finer(x, y);
    return sum;
  }
};

/// Memory of all three.
View allocate(int nx, int ny) {
  const Region region(setup_part::allocation);
  return View(Kokkos::view_alloc("isobar mesh", Kokkos::WithoutInitializing), nx + 1, 3 * ny + 1);
}

} // namespace

HorizontalMesh::HorizontalMesh(Domain domain, const Partition& partition)
    : HorizontalMesh(domain, partition, {}) {}

HorizontalMesh HorizontalMesh::coarsened(const Partition& coarser) const {
  return {domain_, coarser, *this};
}

HorizontalMesh::HorizontalMesh(Domain domain, const Partition& p, const HorizontalMesh& finer)
    : domain_(domain), partition_(p) {
  const View all = allocate(p.nx, p.ny);
  const Region region(setup_part::geometry);
  const auto block = [&](int nx, int first, int count) {
    return Kokkos::subview(all, std::pair(0, nx), std::pair(first, first + count));
  };
  area_ = block(p.nx, 0, p.ny);
  west_ = block(p.nx + 1, p.ny, p.ny);
  south_ = block(p.nx, 2 * p.ny, p.ny + 1);
  const MeasureColumn measure{
      HorizontalGeometry(domain, p.global_nx, p.global_ny, p.x_widths, p.y_widths, p.periodic),
      p,
      area_,
      west_,
      south_,
      finer.area_,
      finer.empty() ? 1 : p.x_widths.regular / finer.partition_.x_widths.regular,
      finer.empty() ? 1 : p.y_widths.regular / finer.partition_.y_widths.regular};
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("isobar/mesh", Policy({0, 0}, {p.nx + 1, p.ny + 1}), measure);
}

} // namespace isobar
