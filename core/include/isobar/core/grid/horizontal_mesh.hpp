#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// Areas and transmissibilities of one rank's columns on one level (HorizontalGeometry), in double on
/// the device. Grids of all precisions and scales are made from it; it can be dropped afterwards.
/// Copies share their memory.
class HorizontalMesh {
public:
  /// (i, j), LayoutLeft, i = 0.. from the first owned column.
  using View = Kokkos::View<double**, Kokkos::LayoutLeft, MemorySpace>;

  HorizontalMesh() = default;
  HorizontalMesh(Domain domain, const Partition& partition);
  /// The mesh of a coarser level of the same rank: its areas are sums of the finer one's, exactly, as
  /// edges of cells are great circles.
  HorizontalMesh coarsened(const Partition& coarser) const;

  bool empty() const { return area_.size() == 0; }
  const Partition& partition() const { return partition_; }
  /// |T|, (nx, ny)
  const View& area() const { return area_; }
  /// alpha of the western edges, (nx+1, ny), and of the southern ones, (nx, ny+1); those on sides of
  /// the domain too.
  const View& west() const { return west_; }
  const View& south() const { return south_; }

private:
  HorizontalMesh(Domain domain, const Partition& partition, const HorizontalMesh& finer);

  Domain domain_ = Domain::panel;
  Partition partition_;
  View area_, west_, south_;
};

} // namespace isobar
