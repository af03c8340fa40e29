#pragma once
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/grid/grid_spec.hpp>
#include <isobar/core/grid/partition.hpp>

#include <memory>
#include <vector>

namespace isobar {

class FieldMesh;

/// The numbers of a mesh's columns, in double. Views are (i, j), LayoutLeft; i counts from 0 at the
/// first column.
struct MeshColumns {
  using View = Kokkos::View<double**, Kokkos::LayoutLeft, MemorySpace>;
  View area; ///< |T|, (nx, ny)
  View vertical,
      reaction; ///< V_T = |T| alpha_v and R_T = |T| beta; without fields both are the area
  /// The coupling alpha of the western edges, (nx+1, ny), and of the southern ones, (nx, ny+1),
  /// sides of the domain included. It is 0 on a side without flux.
  View west, south;
  /// The coupling of the column to the one beside its south-western corner, (nx+1, ny+1), sides of
  /// the domain included. It exists only with the vertex flux. Columns beside a south-eastern
  /// corner couple with the opposite sign.
  View corner{};
};

/// Areas and transmissibilities of one rank's columns on one level, in double on the device. They
/// follow from the formulas of HorizontalGeometry, or from fields and columns of the user's own
/// (docs/discretisation.md, general coefficients). Grids of all precisions and scales are made from
/// a mesh. Without fields, the mesh can be dropped afterwards. With fields, grids keep it, and
/// their updates bring it up to date. Copies share their memory.
class HorizontalMesh {
public:
  using View = MeshColumns::View;

  HorizontalMesh() = default;
  /// Makes a mesh by the formulas, with a fixed value on all sides.
  HorizontalMesh(Domain domain, const Partition& partition);
  /// Makes the mesh of the finest level. Throws what check(spec) throws. Throws
  /// std::invalid_argument if a field is not finite or not greater than 0 in one of these columns.
  /// The text is one line with the field's name and the column.
  HorizontalMesh(const GridSpec& spec, const Partition& partition);
  /// Makes the mesh of a coarser level of the same rank. Its areas are exact sums of the finer
  /// mesh's, as edges of cells are great circles. With fields, all else follows from the finer
  /// mesh, too. The finer mesh must then reach one column beyond the coarser one on all sides where
  /// the domain goes on.
  HorizontalMesh coarsened(const Partition& coarser) const;
  /// Returns the mesh of some of its columns. The result shares the memory.
  HorizontalMesh part(const Partition& columns) const;

  /// Brings a mesh with fields up to date; does nothing without fields. The finest mesh evaluates
  /// the fields again if GridSpec::columns is another object than before. A coarser mesh follows
  /// from the finer one, which must be up to date. Allocates nothing. Throws what the constructor
  /// throws, and then changes nothing. Waits for the device.
  void update(const GridSpec& spec) const;

  bool empty() const { return columns_.area.size() == 0; }
  bool has_fields() const { return fields_ != nullptr; }
  const Partition& partition() const { return partition_; }
  const View& area() const { return columns_.area; }
  const View& west() const { return columns_.west; }
  const View& south() const { return columns_.south; }
  const MeshColumns& columns() const { return columns_; }

  /// Device bytes of a mesh of nx x ny columns with fields. On a host, the evaluation on the finest
  /// level takes as much again.
  static Int64 bytes(int nx, int ny, Flux flux = Flux::two_point);
  /// Device bytes of a mesh without fields. In the block of a setup they stay allocated when the
  /// mesh is dropped. Without a block they are freed, but a program meanwhile keeps the memory of
  /// fields (kept_pages.hpp).
  static Int64 bytes_by_formulas(int nx, int ny, Flux flux = Flux::two_point);

private:
  HorizontalMesh(Domain domain, Flux flux, const Boundaries& boundaries, const Partition& partition,
                 const HorizontalMesh& finer);
  HorizontalMesh(Domain domain, Flux flux, const Boundaries& boundaries,
                 std::shared_ptr<const FieldMesh> fields);

  Domain domain_ = Domain::panel;
  Flux flux_ = Flux::two_point;
  Boundaries boundaries_;
  Partition partition_;
  BlockMemory memory_; ///< memory of the columns, if they share a block
  MeshColumns columns_;
  std::shared_ptr<const FieldMesh> fields_;
};

/// The columns that the mesh with fields of each level needs, so that coarser meshes can follow
/// from it. They are the columns `computed` of the level, the columns beneath those of the next
/// coarser level, and one column around these. Columns beyond a periodic side keep the index that
/// they have there. Patches of the sphere stay as they are.
std::vector<Partition> mesh_partitions(const std::vector<Partition>& computed,
                                       const Boundaries& boundaries);

} // namespace isobar
