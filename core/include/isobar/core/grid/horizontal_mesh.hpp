#pragma once
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/grid/grid_spec.hpp>
#include <isobar/core/grid/partition.hpp>

#include <memory>
#include <vector>

namespace isobar {

class FieldMesh;

/// The numbers of a mesh's columns, in double. (i, j), LayoutLeft, i = 0.. from the first column.
struct MeshColumns {
  using View = Kokkos::View<double**, Kokkos::LayoutLeft, MemorySpace>;
  View area; ///< |T|, (nx, ny)
  View vertical,
      reaction; ///< V_T = |T| alpha_v and R_T = |T| beta; without fields the area's memory
  /// alpha of the western edges, (nx+1, ny), and of the southern ones, (nx,
  /// ny+1), sides of the domain included. It is 0 on a side without flux.
  View west, south;
  /// Only with the vertex flux: the coupling of the column to the one beside its south-western corner, (nx+1,
  /// ny+1), sides of the domain included. Columns beside a south-eastern corner couple with the opposite sign.
  View corner{};
};

/// Areas and transmissibilities of one rank's columns on one level, in double on the device: by the formulas of
/// HorizontalGeometry, or with fields and columns of the user's own (docs/discretisation.md, general coefficients).
/// Grids of all precisions and scales are made from it. Without fields it can be dropped afterwards; with them, grids
/// keep it and their updates bring it up to date. Copies share their memory.
class HorizontalMesh {
public:
  using View = MeshColumns::View;

  HorizontalMesh() = default;
  /// Follows the formulas, with a fixed value on all sides.
  HorizontalMesh(Domain domain, const Partition& partition);
  /// The finest level. Throws what check(spec) throws, and std::invalid_argument if a field has a number
  /// in these columns that is not finite or not greater than 0: one line with its name and the column.
  HorizontalMesh(const GridSpec& spec, const Partition& partition);
  /// The mesh of a coarser level of the same rank. Its areas are sums of the finer one's, exactly,
  /// as edges of cells are great circles. With fields all else follows from the finer level, too,
  /// which must then reach one column beyond the coarser one on all sides where the domain goes on.
  HorizontalMesh coarsened(const Partition& coarser) const;
  /// The same for some of its columns. Shares memory.
  HorizontalMesh part(const Partition& columns) const;

  /// Evaluates the fields again if GridSpec::columns is another object than before, or follows
  /// the finer level, which must be up to date. Does nothing without fields. Allocates nothing.
  /// Throws what the constructor throws, and then changes nothing. Waits for the device.
  void update(const GridSpec& spec) const;

  bool empty() const { return columns_.area.size() == 0; }
  bool has_fields() const { return fields_ != nullptr; }
  const Partition& partition() const { return partition_; }
  const View& area() const { return columns_.area; }
  const View& west() const { return columns_.west; }
  const View& south() const { return columns_.south; }
  const MeshColumns& columns() const { return columns_; }

  /// Device bytes of a mesh of so many columns with fields. On a
  /// host the evaluation on the finest level takes as much again.
  static Int64 bytes(int nx, int ny, Flux flux = Flux::two_point);
  /// Device bytes of a mesh without fields. In the block of a setup they stay when the mesh is dropped.
  /// Without a block they are freed, but a program keeps the memory of fields meanwhile (kept_pages.hpp).
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
  BlockMemory memory_; ///< memory of the columns, if they share it with others
  MeshColumns columns_;
  std::shared_ptr<const FieldMesh> fields_;
};

/// The columns of each level that its mesh with fields needs, so that coarser levels can follow from
/// it: `computed` of a level, and the columns beneath the next coarser level's and one column around
/// them. Columns beyond a periodic side have their index there. Patches of the sphere stay as they are.
std::vector<Partition> mesh_partitions(const std::vector<Partition>& computed,
                                       const Boundaries& boundaries);

} // namespace isobar
