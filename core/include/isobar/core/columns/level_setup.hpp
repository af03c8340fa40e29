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
  /// Rows of the partition in addition to the owned ones (level_part.hpp); all_rows if every rank
  /// has the whole level.
  int overlap = 0;
  int merge = 1;      ///< adjacent layers of the spec that are one layer here
  double scale = 1.0; ///< factor on the matrix
  Coarsening halved;  ///< axes along which this level has half as many columns as the finer one
  /// Halved axes along which this rank's last column covers a single column of the finer level.
  Coarsening single_end{false, false};

  LevelSetup(const GridSetup& finest) : GridSetup(finest) {}
  int nz() const { return merged_layers(spec.nz, merge); }
};

/// The axes that the next coarser level halves.
inline Coarsening next_halved(const LevelSetup& s) {
  return next_coarsening(s.partition.global_nx, s.partition.global_ny);
}
/// The halved axes along which the last column of the coarser level covers a single column of this
/// one.
inline Coarsening single_end(Coarsening halved, const Partition& fine) {
  return {halved.x && fine.nx % 2 == 1, halved.y && fine.ny % 2 == 1};
}

/// The levels that the same ranks share, the finest first.
using LevelSetups = std::vector<LevelSetup>;

/// All levels before the first merge, the finest first, and this rank's part of the level after it.
/// Without a merge these are all levels. The options must have numbers in place of automatic ones
/// (level_choice.hpp). Throws std::invalid_argument if an option is out of range or an overlap
/// meets merges, and as level_parts does.
LevelSetups level_setups(const GridSetup& finest, const MultigridOptions& options);
/// The levels of all stages. The first stage is level_setups(). Each further stage has the levels
/// after a merge, as far as this rank has them. It reaches from the merged level to the rank's part
/// of the next merged one.
std::vector<LevelSetups> level_stages(const GridSetup& finest, const MultigridOptions& options);

/// Returns the setups with the mesh of each level. Makes the finest mesh if it is missing. Each
/// coarser mesh follows from it.
LevelSetups with_meshes(LevelSetups setups);
/// Returns all stages with the mesh of each level. With fields, a mesh after a merge follows from
/// finer meshes of the same columns, which no level has. `finer` receives these meshes, the finest
/// of each stage first. An update must bring them up to date before the levels.
std::vector<LevelSetups> with_meshes(std::vector<LevelSetups> stages,
                                     std::vector<HorizontalMesh>& finer);
/// The columns of the finest level at which with_meshes evaluates fields: one part of the domain
/// for each stage. Columns beyond a periodic side keep the index that they have there. On the
/// sphere, they are the patches of all levels for each stage, the finest first. Coarse columns
/// beside the patches are evaluated as well, which is why all levels count.
std::vector<Partition> evaluated_parts(const std::vector<LevelSetups>& stages);
/// Device bytes of the meshes that grid_bytes does not count. With fields, they are the meshes
/// `finer` of with_meshes. Without fields, they are what the meshes of all levels but the finest
/// leave behind in a setup's block.
Int64 mesh_bytes(const std::vector<LevelSetups>& stages);

/// Makes the grid of a level, with the setup's mesh or, if it has none, a new one.
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

/// Makes a field for the columns and layers of a level.
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
