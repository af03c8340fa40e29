#pragma once
#include "grid/field_mesh.hpp"
#include "grid/vertex_evaluation.hpp"

namespace isobar {

/// A mesh with fields and the vertex flux of a panel, the flat box or the sphere. On each level,
/// the metric of each vertex is multiplied by the harmonic mean of alpha_h of the columns around
/// it. V and R of a coarse column are the sums of its children's; its alpha_h is the geometric mean
/// of its children's.
///
/// Over a ground the finest level's areas have the factor m (ColumnFields::ground), so that a
/// right-hand side is integrated over the volume above it.
///
/// It takes 8 numbers a column in double, and alpha_h once more on the host. On the finest level,
/// alpha_v, beta and m are also on the host.
class VertexFieldMesh : public FieldMesh {
public:
  VertexFieldMesh(const GridSpec& spec, const Partition& partition);
  VertexFieldMesh(const std::shared_ptr<const VertexFieldMesh>& finer, const Partition& partition);

  std::shared_ptr<const FieldMesh> coarsened(const Partition& partition) const override;
  void update(const GridSpec& spec) const override;
  static Int64 bytes(int nx, int ny);

private:
  using View = MeshColumns::View;
  VertexFieldMesh(Domain domain, const Boundaries& boundaries, const Partition& partition,
                  const Partition& finest, std::shared_ptr<const VertexFieldMesh> finer);
  void evaluate(const ColumnFields& fields) const;
  void follow(const ColumnFields& fields) const;

  Domain domain_;
  Boundaries boundaries_;
  Partition finest_;                             ///< the same rank's part of the finest level
  std::shared_ptr<const VertexFieldMesh> finer_; ///< null on the finest level
  View all_, alpha_, share_;
  HostColumnNumbers alpha_on_host_, vertical_on_host_, reaction_on_host_, share_on_host_;
  mutable std::shared_ptr<const ColumnFields> evaluated_fields_; ///< the fields of these numbers
};

} // namespace isobar
