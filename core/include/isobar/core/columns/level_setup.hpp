#pragma once
#include <isobar/core/base/region.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/multigrid_options.hpp>
#include <isobar/core/grid/coarsening.hpp>
#include <isobar/core/grid/level_part.hpp>
#include <isobar/core/launch/grid_setup.hpp>

/// The grids and fields of a level as solvers allocate them, each next to its size in memory.
namespace isobar {

/// The input from which a rank makes one level of a hierarchy. `partition` holds the
/// columns that it computes on this level. A GridSetup is the setup of the finest level.
struct LevelSetup : GridSetup {
  int index = 0; ///< 0 is the finest level
  /// Rows of the partition in addition to the owned ones (level_part.hpp); all rows if every rank has the whole level.
  int overlap = 0;
  int merge = 1;      ///< adjacent layers of the spec that are one layer here
  double scale = 1.0; ///< factor on the matrix
  Coarsening halved;  ///< axes along which this level has half as many columns as the finer one
  /// Axes of these along which this rank's last column covers a single one of the finer level.
  Coarsening single_end{false, false};

  LevelSetup(const GridSetup& finest) : GridSetup(finest) {}
  int nz() const { return merged_layers(spec.nz, merge); }
};

/// The axes that the level below this one halves.
inline Coarsening next_halved(const LevelSetup& s) {
  return next_coarsening(s.partition.global_nx, s.partition.global_ny);
}
/// The halved axes along which the last column of the coarser level covers a single column of this one.
inline Coarsening single_end(Coarsening halved, const Partition& fine) {
  return {halved.x && fine.nx % 2 == 1, halved.y && fine.ny % 2 == 1};
}

/// Levels that the same ranks have, from the finest of them on.
using LevelSetups = std::vector<LevelSetup>;

/// All levels in front of the first merge, the finest first, with this rank's part of the level behind it. Without
/// a merge these are all levels. The options have numbers for all that may be automatic (level_choice.hpp). Throws
/// std::invalid_argument if an option is out of range, for an overlap with merges, and as level_parts does.
LevelSetups level_setups(const GridSetup& finest, const MultigridOptions& options);
/// Also the levels behind each merge, as far as this rank has them: from the merged level to its part of the next one.
std::vector<LevelSetups> level_stages(const GridSetup& finest, const MultigridOptions& options);

/// The setups with the mesh of each level. The finest mesh is made if it is
/// missing, and each coarser one follows from it.
LevelSetups with_meshes(LevelSetups setups);
/// The same for all stages. With fields, a mesh behind a merge follows from finer ones of the same columns, which no
/// level has. `finer` receives them, the finest of each stage first. An update brings them up to date before the levels.
std::vector<LevelSetups> with_meshes(std::vector<LevelSetups> stages,
                                     std::vector<HorizontalMesh>& finer);
/// The columns of the finest level at which with_meshes evaluates fields, one part of the domain for each
/// stage. Columns beyond a periodic side have the index that they have there. On the sphere: the patches
/// of all levels for each stage, the finest first, as coarse columns beside them are evaluated too.
std::vector<Partition> evaluated_parts(const std::vector<LevelSetups>& stages);
/// Device bytes of meshes that grid_bytes does not count. With fields: those finer ones.
/// Without: the remains, in a setup's block, of the meshes of all levels but the finest.
Int64 mesh_bytes(const std::vector<LevelSetups>& stages);

template <class P>
GridOf<P> make_grid(const LevelSetup& s, ColumnSolves solves = ColumnSolves::some) {
  const HorizontalMesh mesh = s.mesh.empty() ? HorizontalMesh(s.spec, s.partition) : s.mesh;
  return GridOf<P>(s.spec, mesh, s.index, s.scale, s.merge, s.march, solves);
}
/// Device bytes of make_grid. With fields they include the mesh that it keeps,
/// except for the few columns beyond this rank's own.
template <class P> Int64 grid_bytes(const LevelSetup& s, ColumnSolves solves = ColumnSolves::some) {
  const int nx = s.partition.nx, ny = s.partition.ny;
  const bool fields = has_fields(s.spec);
  return GridOf<P>::bytes(nx, ny, s.nz(), s.march, fields, solves, s.spec.flux) +
         (fields ? HorizontalMesh::bytes(nx, ny, s.spec.flux) : 0);
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
