#include "grid/field_mesh.hpp"
#include "grid/field_evaluation.hpp"
#include <isobar/core/base/region.hpp>

namespace isobar {
namespace {

/// An axis of a level and of the finer one beneath it.
struct AxisPair {
  bool halved, periodic;
  int finer_first,
      finer_columns;  ///< first column of the finer mesh; columns of the finer level altogether
  int first, columns; ///< the same of the coarser one

  KOKKOS_FUNCTION int begin(int local) const {
    return (halved ? 2 * (first + local) : first + local) - finer_first;
  }
  /// Children of a column: one, or two along a halved axis unless it is alone at the end.
  KOKKOS_FUNCTION int children(int local) const {
    return halved && (periodic || 2 * (first + local) + 1 < finer_columns) ? 2 : 1;
  }
  /// The resistance between the centres beside an edge, of those between finer centres, by the finer
  /// mesh's edges.
  template <class Resistance>
  KOKKOS_FUNCTION double across(int local, const Resistance& resistance) const {
    const int edge = first + local;
    const bool last = edge == columns && !periodic;
    const int finer = last ? finer_columns - finer_first : begin(local);
    double sum = resistance(finer);
    if (!halved) return sum;
    if ((edge > 0 || periodic) && children(local - 1) == 2) sum += 0.5 * resistance(finer - 1);
    if (!last && children(local) == 2) sum += 0.5 * resistance(finer + 1);
    return sum;
  }
};

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
  /// Finer rows beside each other are resistances in parallel. Nothing flows through one that is infinite.
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

/// All numbers of a mesh in one piece of memory, so that they are copied at once.
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

FieldMesh::FieldMesh(const GridSpec& spec, const Partition& partition)
    : partition_(partition), boundaries_(spec.boundaries), all_(allocate(partition)),
      columns_(columns_in<MeshColumns>(all_, partition)),
      evaluated_("isobar evaluated fields", partition.nx + 1, 5 * partition.ny + 1) {
  update(spec);
}

FieldMesh::FieldMesh(std::shared_ptr<const FieldMesh> finer, const Partition& partition)
    : partition_(partition), boundaries_(finer->boundaries_), finer_(std::move(finer)),
      all_(allocate(partition)), columns_(columns_in<MeshColumns>(all_, partition)) {
  follow();
}

void FieldMesh::update(const GridSpec& spec) const {
  if (finer_) return follow();
  if (evaluated_fields_ && spec.columns == evaluated_fields_) return;
  const Region region(setup_part::geometry);
  evaluated_fields_ = nullptr; // until all numbers are there
  FieldEvaluation(spec, partition_).write(columns_in<HostColumns>(evaluated_, partition_));
  Kokkos::deep_copy(all_, evaluated_);
  evaluated_fields_ = spec.columns;
}

void FieldMesh::follow() const {
  const Region region(setup_part::geometry);
  const Partition &p = partition_, &f = finer_->partition_;
  const AxisPair x{p.x_widths != f.x_widths,
                   boundaries_.periodic_x(),
                   f.first_i,
                   f.global_nx,
                   p.first_i,
                   p.global_nx};
  const AxisPair y{p.y_widths != f.y_widths,
                   boundaries_.periodic_y(),
                   f.first_j,
                   f.global_ny,
                   p.first_j,
                   p.global_ny};
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("isobar/mesh", as_arguments(Policy({0, 0}, {p.nx + 1, p.ny + 1})),
                       CoarsenColumns{x, y, p.nx, p.ny, finer_->columns_, columns_});
}

Int64 FieldMesh::bytes(int nx, int ny) {
  return (Int64(nx) + 1) * (5 * Int64(ny) + 1) * Int64(sizeof(double));
}

} // namespace isobar
