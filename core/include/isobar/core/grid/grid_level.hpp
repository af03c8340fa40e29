#pragma once
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/grid/grid_spec.hpp>
#include <isobar/core/grid/horizontal_mesh.hpp>
#include <isobar/core/grid/layers.hpp>
#include <isobar/core/grid/partition.hpp>

#include <vector>

namespace isobar {

/// The horizontal numbers of one rank's columns. The matrix needs only these and the profile: a few
/// numbers a column instead of seven a cell. Views are (i, j), LayoutLeft; i counts from 0 at the
/// first owned column. Rows are padded to whole packs with columns of area 1 that couple to
/// nothing.
template <class A> struct ColumnGeometry {
  using View = Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>;
  View area;     ///< |T|
  View vertical; ///< V_T = |T| alpha_v; without fields the same memory as the area
  View reaction; ///< R_T / V_T = beta / alpha_v; without fields a single row of ones, for all rows
  /// alpha_T: the sum of alpha_TT' over all four edges, sides of the domain included, plus
  /// GridSpec::reaction_beside_alpha times R_T.
  View total;
  /// alpha_TT' of the western edges, (nx+1, ny), and of the southern ones, (nx, ny+1). It is 0 on a
  /// side of the domain, so that the halo there has no effect. A periodic side is an edge like any
  /// other.
  View west, south;
  /// The coupling to the column beside the south-western corner, (nx+1, ny+1), only with the vertex
  /// flux. Columns beside a south-eastern corner couple with the opposite sign. It is 0 on sides of
  /// the domain.
  View corner{};
};

/// One rank's part of a level: the matrix A of this level, rediscretised with the same w and lam,
/// times a factor.
template <class A> class GridLevel {
public:
  using Volumes = Kokkos::View<A*, MemorySpace>;

  GridLevel() = default;
  /// Makes the level of a mesh of the spec's domain. `index` is 0 on the finest level. `scale` is a
  /// factor on all areas and transmissibilities, and so on the matrix. `merge` adjacent layers of
  /// the spec are one layer here (merged_layers).
  GridLevel(const GridSpec& spec, const HorizontalMesh& mesh, int index = 0, double scale = 1.0,
            int merge = 1);
  GridLevel(const GridSpec& spec, const Partition& partition, int index = 0, double scale = 1.0,
            int merge = 1)
      : GridLevel(spec, HorizontalMesh(spec, partition), index, scale, merge) {}

  /// Makes a level of uncoupled columns. In: their layers, `vertical` = V_T = |T| of each column,
  /// and `total` = alpha_T of column (i, j), i fastest. The level has no domain and cannot be
  /// updated.
  GridLevel(const Partition& partition, const std::vector<LayerCoefficients<double>>& layers,
            double vertical, const std::vector<double>& total);

  /// Takes over other physics, heights of the layers, profiles or fields. Allocates nothing. Update
  /// the finer level first, because a coarser one follows from it. Throws std::invalid_argument,
  /// and changes nothing, if the spec is invalid, or has another domain, number of layers or
  /// boundaries. Throws it also if the spec has fields but the level was made without. Waits for
  /// the device only with fields.
  void update(const GridSpec& spec);

  /// Returns `count` rows from row `first` on as a level of their own. It shares the columns'
  /// memory. After a change of layers, update both levels.
  GridLevel rows(int first, int count) const;
  /// Returns the same part of each patch of the sphere as a level, from the patch's column (i, j)
  /// on. `part` is by Partition::part_of_patches. The result must not outlive this level.
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
  /// The coefficients of layers 0 .. nz-1, and of the uncoupled layers above the top (overhang in
  /// padding.hpp).
  const Profile<A>& profile() const { return profile_; }
  /// vol_k of the same layers: a cell's volume is |T| vol_k. It is 0 above the top.
  const Volumes& volumes() const { return volumes_; }
  /// The smallest R_T / V_T of all columns; 1 without fields.
  A least_reaction() const { return least_reaction_; }
  /// The coefficients on the host, which launches carry along.
  const std::vector<LayerCoefficients<A>>& layers() const { return layers_; }

  /// The columns in a row of ColumnGeometry with nx owned ones, padding included.
  static int padded_columns(int nx);
  /// Device bytes of a level of this shape. It has four numbers a column, two more with fields, one
  /// more with the vertex flux, and five a layer. A level with fields also keeps its mesh
  /// (HorizontalMesh::bytes).
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
      memory_of_views(); ///< of columns, profile and volumes, if they share a block
  HorizontalMesh mesh_;  ///< kept for updates if there are fields
  ColumnGeometry<A> columns_;
  A least_reaction_ = A(1);
  std::vector<LayerCoefficients<A>> layers_;
  Profile<A> profile_;
  Volumes volumes_;
};

} // namespace isobar
