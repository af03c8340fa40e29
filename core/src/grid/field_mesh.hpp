#pragma once
#include <isobar/core/grid/horizontal_mesh.hpp>

namespace isobar {

/// The mesh of a level with fields. It lives as long as the grids that are made from it.
class FieldMesh : public std::enable_shared_from_this<FieldMesh> {
public:
  explicit FieldMesh(const Partition& partition) : partition_(partition) {}
  virtual ~FieldMesh() = default;
  FieldMesh(const FieldMesh&) = delete;
  FieldMesh& operator=(const FieldMesh&) = delete;

  /// Returns the finest level's mesh, with the spec's flux. Throws what HorizontalMesh's
  /// constructor throws.
  static std::shared_ptr<const FieldMesh> finest(const GridSpec& spec, const Partition& partition);
  /// Returns the mesh of the next coarser level, which keeps this one.
  virtual std::shared_ptr<const FieldMesh> coarsened(const Partition& partition) const = 0;
  /// Does what HorizontalMesh::update does. It evaluates the finest level's fields again only if
  /// they are another object.
  virtual void update(const GridSpec& spec) const = 0;

  const Partition& partition() const { return partition_; }
  const MeshColumns& columns() const { return columns_; }

protected:
  Partition partition_;
  BlockMemory memory_ = memory_of_views(); ///< memory of the columns, if they share it with others
  MeshColumns columns_;
};

/// A mesh with the two-point flux. The host evaluates the finest level; a coarser one follows from
/// the finer one on the device:
///
///     |T|, V, R: sums.   alpha of an edge: 1 / resistance, rows of finer edges in parallel, and along a row
///     half the resistance between the two children on either side, and the resistance of the
///     finer edge between them.
///
/// It takes 5 numbers a column in double, and on the finest level as many again on the host.
class EdgeFieldMesh : public FieldMesh {
public:
  EdgeFieldMesh(const GridSpec& spec, const Partition& partition);
  EdgeFieldMesh(std::shared_ptr<const EdgeFieldMesh> finer, const Partition& partition);

  std::shared_ptr<const FieldMesh> coarsened(const Partition& partition) const override;
  void update(const GridSpec& spec) const override;
  static Int64 bytes(int nx, int ny);

private:
  using View = MeshColumns::View;
  void follow() const;

  Boundaries boundaries_;
  std::shared_ptr<const EdgeFieldMesh> finer_;                      ///< null on the finest level
  View all_;                                                        ///< the numbers of all columns
  Kokkos::View<double**, Kokkos::LayoutLeft, HostSpace> evaluated_; ///< only on the finest level
  mutable std::shared_ptr<const ColumnFields> evaluated_fields_;    ///< the fields of these numbers
};

} // namespace isobar
