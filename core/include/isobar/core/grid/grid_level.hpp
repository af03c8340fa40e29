#pragma once
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/coefficients.hpp>
#include <isobar/core/grid/horizontal_mesh.hpp>
#include <isobar/core/grid/layers.hpp>
#include <isobar/core/grid/partition.hpp>

#include <vector>

namespace isobar {

/// The horizontal numbers of one rank's columns: all that the matrix needs beside the profile,
/// four numbers a column instead of seven a cell. Views (i, j), LayoutLeft, i = 0.. from the
/// first owned column; padded with harmless columns (area 1, no coupling) to whole packs.
template <class A> struct ColumnGeometry {
  using View = Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>;
  View area;  ///< |T|
  View total; ///< alpha_T, sum over all four edges, sides of the domain included
  /// alpha_TT' of the western (southern) edge; 0 on a side of the domain, so that whatever
  /// stands in the halo there is never used. (nx+1, ny) and (nx, ny+1).
  View west, south;
};

/// What a grid is, before it is cut into levels and ranks.
struct GridSpec {
  Domain domain = Domain::panel;
  LayerSpacing spacing = LayerSpacing::graded;
  Physics physics;
  int nz = 0;
  Boundaries boundaries{};
  LayerProfiles profiles{};
  std::shared_ptr<const ColumnFields> columns{}; ///< none: 1 in all columns of the domain
};

/// The partition, if the domain is periodic where the spec says so. Throws std::invalid_argument, in one line, if it is
/// not, if a side is periodic and its opposite is not, if bottom or top are, and if the panel is: its opposite
/// sides do not meet.
const Partition& checked_partition(const Partition& partition, const GridSpec& spec);

/// One level of one rank: the matrix A of that level (rediscretised with the same w and lam),
/// times a factor.
template <class A> class GridLevel {
public:
  GridLevel() = default;
  /// The level of a mesh of the spec's domain. `index` is 0 on the finest level; `scale` multiplies all
  /// areas and transmissibilities, and thereby the matrix; `merge` adjacent layers of the spec are one
  /// layer here (merged_layers).
  GridLevel(const GridSpec& spec, const HorizontalMesh& mesh, int index = 0, double scale = 1.0,
            int merge = 1);
  GridLevel(const GridSpec& spec, const Partition& partition, int index = 0, double scale = 1.0,
            int merge = 1)
      : GridLevel(spec, HorizontalMesh(spec.domain, partition), index, scale, merge) {}

  /// The same columns with other physics or other heights of the layers, without any allocation. Throws
  /// std::invalid_argument if the spec has another domain or another number of layers. Waits.
  void update(const GridSpec& spec);

  /// `count` rows of it from row `first` on as a level of their own. Shares the columns' memory; layers have to be
  /// updated in both.
  GridLevel rows(int first, int count) const;

  int nx() const { return partition_.nx; }
  int ny() const { return partition_.ny; }
  int nz() const { return nz_; }
  int index() const { return index_; }
  Int64 unknowns() const { return Int64(nx()) * ny() * nz(); }
  const Partition& partition() const { return partition_; }
  const ColumnGeometry<A>& columns() const { return columns_; }
  /// Layers 0 .. nz-1, and the decoupled ones of Field's overhang.
  const Profile<A>& profile() const { return profile_; }
  /// The same numbers on the host, for launches to carry along.
  const std::vector<LayerCoefficients<A>>& layers() const { return layers_; }

  /// Columns of a row of ColumnGeometry, padding included, where nx are owned.
  static int padded_columns(int nx);
  /// Device bytes of a level of this shape: four numbers a column, and the layers.
  static Int64 bytes(int nx, int ny, int nz);

private:
  Partition partition_;
  Domain domain_ = Domain::panel;
  int index_ = 0, merge_ = 1, nz_ = 0;
  ColumnGeometry<A> columns_;
  std::vector<LayerCoefficients<A>> layers_;
  Profile<A> profile_;
};

} // namespace isobar
