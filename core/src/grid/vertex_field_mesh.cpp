#include "grid/vertex_field_mesh.hpp"

#include "grid/measure_columns.hpp"
#include <isobar/core/base/region.hpp>

namespace isobar {
namespace {

using View = MeshColumns::View;

/// Multiplies areas by the share of the depth above the ground, and alpha_v and beta by these
/// areas.
struct TimesArea {
  MeshColumns mesh;
  View share;
  KOKKOS_FUNCTION void operator()(int i, int j) const {
    mesh.area(i, j) *= share(i, j);
    mesh.vertical(i, j) *= mesh.area(i, j);
    mesh.reaction(i, j) *= mesh.area(i, j);
  }
};

/// Computes V and R of a coarse column: the sums of its children's, or 1 in rows between patches.
struct SumColumns {
  LevelPair pair;
  PatchRows rows;
  MeshColumns fine, coarse;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    double vertical = 0.0, reaction = 0.0;
    const bool owned = j % rows.stride < rows.rows;
    const int x = pair.x.begin(i), y = pair.first_row(j);
    for (int n = y; owned && n < y + pair.y.children(j); ++n)
      for (int m = x; m < x + pair.x.children(i); ++m) {
        vertical += fine.vertical(m, n);
        reaction += fine.reaction(m, n);
      }
    coarse.vertical(i, j) = owned ? vertical : 1.0;
    coarse.reaction(i, j) = owned ? reaction : 1.0;
  }
};

template <class Kernel> void for_columns(const Partition& p, const Kernel& kernel) {
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("isobar/mesh", as_arguments(Policy({0, 0}, {p.nx, p.ny})), kernel);
}

/// Returns the number of rows of all numbers: alpha_h, V, R and m from the host, and area, west,
/// south and corner.
Int64 rows_of_all(int ny) { return 8 * Int64(ny) + 4; }

View allocate_numbers(const Partition& p) {
  const Region region(setup_part::allocation);
  return make_view<View>("isobar mesh with fields", p.nx + 2, rows_of_all(p.ny));
}
HostColumnNumbers numbers_on_host(const std::string& label, int nx, int ny) {
  return HostColumnNumbers(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), nx, ny);
}

} // namespace

VertexFieldMesh::VertexFieldMesh(Domain domain, const Boundaries& boundaries,
                                 const Partition& partition, const Partition& finest,
                                 std::shared_ptr<const VertexFieldMesh> finer)
    : FieldMesh(partition), domain_(domain), boundaries_(boundaries), finest_(finest),
      finer_(std::move(finer)), all_(allocate_numbers(partition)),
      alpha_on_host_(numbers_on_host("isobar alpha_h", partition.nx + 2, partition.ny + 2)) {
  const int nx = partition.nx, ny = partition.ny;
  int row = 0;
  const auto block = [&](int columns, int count) -> View {
    row += count;
    return Kokkos::subview(all_, std::pair(0, columns), std::pair(row - count, row));
  };
  alpha_ = block(nx + 2, ny + 2);
  columns_.vertical = block(nx, ny);
  columns_.reaction = block(nx, ny);
  share_ = block(nx, ny);
  columns_.area = block(nx, ny);
  columns_.west = block(nx + 1, ny);
  columns_.south = block(nx, ny + 1);
  columns_.corner = block(nx + 1, ny + 1);
}

VertexFieldMesh::VertexFieldMesh(const GridSpec& spec, const Partition& partition)
    : VertexFieldMesh(spec.domain, spec.boundaries, partition, partition, nullptr) {
  vertical_on_host_ = numbers_on_host("isobar alpha_v", partition.nx + 2, partition.ny);
  reaction_on_host_ = numbers_on_host("isobar beta", partition.nx + 2, partition.ny);
  share_on_host_ = numbers_on_host("isobar share of the depth", partition.nx + 2, partition.ny);
  update(spec);
}

VertexFieldMesh::VertexFieldMesh(const std::shared_ptr<const VertexFieldMesh>& finer,
                                 const Partition& partition)
    : VertexFieldMesh(finer->domain_, finer->boundaries_, partition, finer->finest_, finer) {
  update({});
}

std::shared_ptr<const FieldMesh> VertexFieldMesh::coarsened(const Partition& partition) const {
  return std::make_shared<VertexFieldMesh>(
      std::static_pointer_cast<const VertexFieldMesh>(shared_from_this()), partition);
}

/// Brings the numbers up to date. The finer level must be up to date, because a coarser one takes
/// its fields.
void VertexFieldMesh::update(const GridSpec& spec) const {
  std::shared_ptr<const ColumnFields> fields = finer_ ? finer_->evaluated_fields_ : spec.columns;
  if (!fields) fields = std::make_shared<const ColumnFields>();
  if (evaluated_fields_ == fields) return;
  const Region region(setup_part::geometry);
  evaluated_fields_ = nullptr; // null until all numbers are there
  if (finer_) follow(*fields);
  else evaluate(*fields);
  evaluated_fields_ = fields;
}

void VertexFieldMesh::evaluate(const ColumnFields& fields) const {
  const VertexEvaluation evaluation(fields, boundaries_, finest_);
  evaluation.write_alpha_h(alpha_on_host_);
  evaluation.write_alpha_v(vertical_on_host_);
  evaluation.write_beta(reaction_on_host_);
  evaluation.write_share(share_on_host_);
  const auto rows = [&](int first, int count) {
    return Kokkos::subview(all_, Kokkos::ALL, std::pair(first, first + count));
  };
  const int ny = partition_.ny;
  Kokkos::deep_copy(rows(0, ny + 2), alpha_on_host_);
  Kokkos::deep_copy(rows(ny + 2, ny), vertical_on_host_);
  Kokkos::deep_copy(rows(2 * ny + 2, ny), reaction_on_host_);
  Kokkos::deep_copy(rows(3 * ny + 2, ny), share_on_host_);
  measure_columns({domain_, partition_, boundaries_, columns_, alpha_});
  for_columns(partition_, TimesArea{columns_, share_});
}

void VertexFieldMesh::follow(const ColumnFields& fields) const {
  VertexEvaluation(fields, boundaries_, finest_)
      .write_coarse(partition_, alpha_on_host_, finer_->partition_, finer_->alpha_on_host_);
  Kokkos::deep_copy(alpha_, alpha_on_host_);
  measure_columns({domain_, partition_, boundaries_, columns_, alpha_});
  for_columns(partition_, SumColumns{{partition_, finer_->partition_, boundaries_},
                                     partition_.rows(),
                                     finer_->columns_,
                                     columns_});
}

Int64 VertexFieldMesh::bytes(int nx, int ny) {
  return (Int64(nx) + 2) * rows_of_all(ny) * Int64(sizeof(double));
}

} // namespace isobar
