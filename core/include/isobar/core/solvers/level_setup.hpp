#pragma once
#include <isobar/core/base/region.hpp>
#include <isobar/core/grid/level_part.hpp>
#include <isobar/core/kernels/smoother.hpp>
#include <isobar/core/launch/grid_setup.hpp>
#include <isobar/core/solvers/multigrid_options.hpp>

/// The grids and fields of a level as solvers allocate them, and what they take, side by side.
namespace isobar {

/// What a rank makes one level of a hierarchy from; `partition` is what it computes of this level. A
/// GridSetup is the setup of the finest level.
struct LevelSetup : GridSetup {
  int index = 0; ///< 0 is the finest level
  /// Rows of the partition beside those that the rank owns (level_part.hpp); all, if every rank has the level whole.
  int overlap = 0;
  int merge = 1;      ///< adjacent layers of the spec that are one layer here
  double scale = 1.0; ///< factor on the matrix
  Coarsening halved;  ///< axes along which it has half as many columns as the finer level
  /// Along which of them this rank's last column covers a single one of the finer level.
  Coarsening single_end{false, false};

  LevelSetup(const GridSetup& finest) : GridSetup(finest) {}
  int nz() const { return merged_layers(spec.nz, merge); }
};

/// All levels, the finest first. The options have numbers for all that may be automatic
/// (level_choice.hpp). Throws std::invalid_argument if an option is out of range, and as level_parts does.
std::vector<LevelSetup> level_setups(const GridSetup& finest, const MultigridOptions& options);

/// The setups with the mesh of each level: the finest one's is made if it is not there, and each coarser
/// one follows from it.
std::vector<LevelSetup> with_meshes(std::vector<LevelSetup> setups);

template <class P> GridOf<P> make_grid(const LevelSetup& s) {
  const HorizontalMesh mesh = s.mesh.empty() ? HorizontalMesh(s.spec, s.partition) : s.mesh;
  return GridOf<P>(s.spec, mesh, s.index, s.scale, s.merge, s.march);
}
/// Device bytes of make_grid. With fields, those of the mesh that it keeps too, but for the few columns beside this
/// rank's own.
template <class P> Int64 grid_bytes(const LevelSetup& s) {
  const int nx = s.partition.nx, ny = s.partition.ny;
  const bool fields = has_fields(s.spec);
  return GridOf<P>::bytes(nx, ny, s.nz(), s.march, fields) +
         (fields ? HorizontalMesh::bytes(nx, ny) : 0);
}

template <class P> FieldOf<P> make_field(const LevelSetup& s, const char* label) {
  const Region region(setup_part::allocation);
  return FieldOf<P>(label, s.partition.nx, s.partition.ny, s.nz());
}
/// Device bytes of make_field.
template <class P> Int64 field_bytes(const LevelSetup& s) {
  using T = typename P::storage;
  return FieldShape::of<T>(s.partition.nx, s.partition.ny, s.nz(), P::layout).size() *
         Int64(sizeof(T));
}

} // namespace isobar
