#include "grid/field_mesh.hpp"
#include "grid/axis_pair.hpp"
#include "grid/field_evaluation.hpp"
#include "grid/vertex_field_mesh.hpp"
#include <isobar/core/base/region.hpp>

namespace isobar {
namespace {

struct CoarsenColumns {
  AxisPair x, y;
  int nx, ny;
  MeshColumns fine, coarse;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    if (i < nx && j < ny) {
      coarse.area(i, j) = sum(fine.area, i, j);
      coarse.vertical(i, j) = sum(fine.vertical, i, j);
      coarse.reaction(i, j) = sum(fine.reaction, i, j);
    }
    if (j < ny) coarse.west(i, j) = west(i, j);
    if (i < nx) coarse.south(i, j) = south(i, j);
  }

private:
  KOKKOS_FUNCTION double sum(const MeshColumns::View& of, int i, int j) const {
    double all = 0.0;
    for (int n = 0; n < y.children(j); ++n)
      for (int m = 0; m < x.children(i); ++m) all += of(x.begin(i) + m, y.begin(j) + n);
    return all;
  }
  /// Returns the transmissibility of a western edge. Adjacent finer rows are resistances in
  /// parallel. Nothing flows through an infinite one.
  KOKKOS_FUNCTION double west(int i, int j) const {
    double alpha = 0.0;
    for (int n = 0; n < y.children(j); ++n) {
      const int row = y.begin(j) + n;
      alpha += 1.0 / x.across(i, [&](int edge) { return 1.0 / fine.west(edge, row); });
    }
    return alpha;
  }
  KOKKOS_FUNCTION double south(int i, int j) const {
    double alpha = 0.0;
    for (int m = 0; m < x.children(i); ++m) {
      const int column = x.begin(i) + m;
      alpha += 1.0 / y.across(j, [&](int edge) { return 1.0 / fine.south(column, edge); });
    }
    return alpha;
  }
};

/// Returns the columns as parts of one piece of memory, so that all numbers of a mesh are copied at
/// once.
template <class Columns, class View> Columns columns_in(const View& all, const Partition& p) {
  const auto block = [&](int nx, int n, int count) {
    return Kokkos::subview(all, std::pair(0, nx), std::pair(n * p.ny, n * p.ny + count));
  };
  return {block(p.nx, 0, p.ny), block(p.nx, 1, p.ny), block(p.nx, 2, p.ny),
          block(p.nx + 1, 3, p.ny), block(p.nx, 4, p.ny + 1)};
}

MeshColumns::View allocate(const Partition& p) {
  const Region region(setup_part::allocation);
  return make_view<MeshColumns::View>("isobar mesh with fields", p.nx + 1, 5 * p.ny + 1);
}

} // namespace

std::shared_ptr<const FieldMesh> FieldMesh::finest(const GridSpec& spec,
                                                   const Partition& partition) {
  if (spec.flux == Flux::vertex) return std::make_shared<VertexFieldMesh>(spec, partition);
  return std::make_shared<EdgeFieldMesh>(spec, partition);
}

EdgeFieldMesh::EdgeFieldMesh(const GridSpec& spec, const Partition& partition)
    : FieldMesh(partition), boundaries_(spec.boundaries), all_(allocate(partition)),
      evaluated_("isobar evaluated fields", partition.nx + 1, 5 * partition.ny + 1) {
  columns_ = columns_in<MeshColumns>(all_, partition);
  update(spec);
}

EdgeFieldMesh::EdgeFieldMesh(std::shared_ptr<const EdgeFieldMesh> finer, const Partition& partition)
    : FieldMesh(partition), boundaries_(finer->boundaries_), finer_(std::move(finer)),
      all_(allocate(partition)) {
  columns_ = columns_in<MeshColumns>(all_, partition);
  follow();
}

std::shared_ptr<const FieldMesh> EdgeFieldMesh::coarsened(const Partition& partition) const {
  return std::make_shared<EdgeFieldMesh>(
      std::static_pointer_cast<const EdgeFieldMesh>(shared_from_this()), partition);
}

void EdgeFieldMesh::update(const GridSpec& spec) const {
  if (finer_) return follow();
  if (evaluated_fields_ && spec.columns == evaluated_fields_) return;
  const Region region(setup_part::geometry);
  evaluated_fields_ = nullptr; // null until all numbers are there
  FieldEvaluation(spec, partition_).write(columns_in<HostColumns>(evaluated_, partition_));
  Kokkos::deep_copy(all_, evaluated_);
  evaluated_fields_ = spec.columns;
}

void EdgeFieldMesh::follow() const {
  const Region region(setup_part::geometry);
  const Partition &p = partition_, &f = finer_->partition_;
  const AxisPair x = x_pair(p, f, boundaries_.periodic_x()),
                 y = y_pair(p, f, boundaries_.periodic_y());
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("isobar/mesh", as_arguments(Policy({0, 0}, {p.nx + 1, p.ny + 1})),
                       CoarsenColumns{x, y, p.nx, p.ny, finer_->columns_, columns_});
}

Int64 EdgeFieldMesh::bytes(int nx, int ny) {
  return (Int64(nx) + 1) * (5 * Int64(ny) + 1) * Int64(sizeof(double));
}

} // namespace isobar
