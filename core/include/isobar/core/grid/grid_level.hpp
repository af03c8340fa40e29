#pragma once
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/grid/grid_spec.hpp>
#include <isobar/core/grid/horizontal_mesh.hpp>
#include <isobar/core/grid/layers.hpp>
#include <isobar/core/grid/partition.hpp>

#include <vector>

namespace isobar {

/// The horizontal numbers of one rank's columns: all that the matrix needs besides the profile,
/// a few numbers a column instead of seven a cell. Views (i, j), LayoutLeft, i = 0.. from the
/// first owned column, padded with harmless columns (area 1, no coupling) to whole packs.
template <class A> struct ColumnGeometry {
  using View = Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>;
  View area;     ///< |T|
  View vertical; ///< V_T = |T| alpha_v; without fields the same memory as the area
  View reaction; ///< R_T / V_T = beta / alpha_v; without fields a single row of ones, for all rows
  /// alpha_T, the sum over all four edges, sides of the domain included, plus GridSpec::reaction_beside_alpha times R_T
  View total;
  /// alpha_TT' of the western (southern) edge, (nx+1, ny) and (nx, ny+1); 0 on a side of the
  /// domain, so that the halo there is never used. A periodic side is an edge like any other.
  View west, south;
  /// Only with the vertex flux, (nx+1, ny+1): the coupling to the column beside the
  /// south-western corner, or its negative beside a south-eastern one; 0 on sides of the domain.
  View corner{};
};

/// One level of one rank: the matrix A of that level (rediscretised with the same w and lam),
/// times a factor.
template <class A> class GridLevel {
public:
  using Volumes = Kokkos::View<A*, MemorySpace>;

  GridLevel() = default;
  /// The level of a mesh of the spec's domain. `index`: 0 on the finest level;
  /// `scale`: factor of all areas and transmissibilities, and so of the matrix;
  /// `merge`: adjacent layers of the spec that are one layer here (merged_layers).
  GridLevel(const GridSpec& spec, const HorizontalMesh& mesh, int index = 0, double scale = 1.0,
            int merge = 1);
  GridLevel(const GridSpec& spec, const Partition& partition, int index = 0, double scale = 1.0,
            int merge = 1)
      : GridLevel(spec, HorizontalMesh(spec, partition), index, scale, merge) {}

  /// A level of uncoupled columns, with their layers, V_T = |T| of each, and
  /// alpha_T by column (i, j), i fastest. It has no domain and cannot be updated.
  GridLevel(const Partition& partition, const std::vector<LayerCoefficients<double>>& layers,
            double vertical, const std::vector<double>& total);

  /// Takes other physics, heights of the layers, profiles or fields, without any allocation.
  /// Update the finer level first: a coarser one follows it. Throws std::invalid_argument, and
  /// changes nothing, if the spec is invalid, has another domain, number of layers or boundaries,
  /// or has fields but the level was made without. Waits for the device only with fields.
  void update(const GridSpec& spec);

  /// `count` rows from row `first` on as a level of their own.
  /// Shares the columns' memory; layers must be updated in both.
  GridLevel rows(int first, int count) const;
  /// `part` (Partition::part_of_patches) of each patch of the sphere, from the patch's column (i, j) on. It must not outlive this level.
  GridLevel part_of_patches(int i, int j, const Partition& part) const;

  int nx() const { return partition_.nx; }
  int ny() const { return partition_.ny; }
  int nz() const { return nz_; }
  int index() const { return index_; }
  /// The owned rows, as launches walk them.
  PatchRows rows() const { return partition_.rows(); }
  Int64 unknowns() const { return partition_.columns() * nz(); }
  const Partition& partition() const { return partition_; }
  const Boundaries& boundaries() const { return boundaries_; }
  const ColumnGeometry<A>& columns() const { return columns_; }
  Flux flux() const { return columns_.corner.size() > 0 ? Flux::vertex : Flux::two_point; }
  /// Layers 0 .. nz-1, and the decoupled ones of Field's overhang.
  const Profile<A>& profile() const { return profile_; }
  /// vol_k of the same layers: a cell's volume is |T| vol_k. It is 0 above the top.
  const Volumes& volumes() const { return volumes_; }
  /// The smallest R_T / V_T of all columns; 1 without fields.
  A least_reaction() const { return least_reaction_; }
  /// The coefficients on the host, which launches carry along.
  const std::vector<LayerCoefficients<A>>& layers() const { return layers_; }

  /// Columns of a row of ColumnGeometry with nx owned ones, padding included.
  static int padded_columns(int nx);
  /// Device bytes of a level of this shape: four numbers a column, two more with fields, one more with
  /// the vertex flux, and five a layer. A level with fields also has its mesh (HorizontalMesh::bytes).
  static Int64 bytes(int nx, int ny, int nz, bool fields = false, Flux flux = Flux::two_point);

private:
  void require_the_same_grid(const GridSpec& spec) const;
  GridLevel some_columns(int i, int j, const Partition& part) const;
  void place_layers(const std::vector<A>& volumes);
  void fill_columns();

  Partition partition_;
  Domain domain_ = Domain::panel;
  Boundaries boundaries_;
  int index_ = 0, merge_ = 1, all_layers_ = 0, nz_ = 0;
  double reaction_beside_alpha_ = 0.0;
  double scale_ = 1.0;
  BlockMemory memory_ =
      memory_of_views(); ///< of columns, profile and volumes, if they share it with others
  HorizontalMesh mesh_;  ///< kept for updates if there are fields
  ColumnGeometry<A> columns_;
  A least_reaction_ = A(1);
  std::vector<LayerCoefficients<A>> layers_;
  Profile<A> profile_;
  Volumes volumes_;
};

} // namespace isobar
