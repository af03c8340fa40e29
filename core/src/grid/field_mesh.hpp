#pragma once
#include <isobar/core/grid/horizontal_mesh.hpp>

namespace isobar {

/// The mesh of a level with fields, for the whole life of the grids that are made from it. The finest level's is
/// evaluated on the host, a coarser one follows from the finer one on the device:
///
///     |T|, V, R: sums.   alpha of an edge: 1 / resistance, rows of finer edges in parallel, and along a row
///     half the resistance between the two children on either side and that of the finer edge between them.
///
/// 5 numbers a column in double; on the finest level as many again on the host.
class FieldMesh {
public:
  FieldMesh(const GridSpec& spec, const Partition& partition);
  FieldMesh(std::shared_ptr<const FieldMesh> finer, const Partition& partition);

  /// As HorizontalMesh::update. The finest level's fields are asked again only if they are another object.
  void update(const GridSpec& spec) const;

  const Partition& partition() const { return partition_; }
  const MeshColumns& columns() const { return columns_; }
  static Int64 bytes(int nx, int ny);

private:
  using View = MeshColumns::View;
  void follow() const;

  Partition partition_;
  Boundaries boundaries_;
  std::shared_ptr<const FieldMesh> finer_; ///< none on the finest level
  BlockMemory memory_ = memory_of_views(); ///< of the columns, if they share it with others
  View all_;                               ///< all columns' numbers
  MeshColumns columns_;
  Kokkos::View<double**, Kokkos::LayoutLeft, HostSpace> evaluated_; ///< on the finest level
  mutable std::shared_ptr<const ColumnFields> evaluated_fields_;    ///< whose numbers these are
};

} // namespace isobar
