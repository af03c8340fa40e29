#include <isobar/core/columns/level_setup.hpp>
#include <isobar/core/columns/overlap_choice.hpp>
#include <isobar/core/grid/coarsening.hpp>

#include "multigrid/stage_checks.hpp"

#include <algorithm>

namespace isobar {
namespace {

void check(const MultigridOptions& o) {
  check_cycle(o);
  require_option(o.coarse_solver.has_value(), "coarse_solver", "one of them");
  require_option(o.coarse_steps.has_value(), "coarse_steps", "at least 1");
  require_option(o.merged_layers >= 1, "merged_layers", "at least 1");
  require_option(o.overcorrection > 0.0, "overcorrection", "a factor above 0");
}

/// Returns the numbers of columns along periodic axes.
std::vector<int> closed(const Partition& p) {
  std::vector<int> columns;
  if (p.periodic.x) columns.push_back(p.global_nx);
  if (p.periodic.y) columns.push_back(p.global_ny);
  return columns;
}

/// Returns the levels from `first` on, before level `end`.
LevelSetups setups_from(const LevelSetup& first, int end, const Overlap& overlap,
                        const MultigridOptions& options) {
  const std::vector<LevelPart> parts = level_parts(first.partition, end - first.index, overlap);
  const auto part = [&](int level) { return parts[std::size_t(level - first.index)]; };
  for (int level = first.index; level < end; ++level)
    check_colours(options, closed(part(level).computed), level);
  const auto rows = [&](int level) {
    return part(level).whole ? all_rows : rows_on(overlap, level);
  };
  LevelSetups setups{first};
  setups.front().overlap = rows(first.index);
  while (setups.back().index + 1 < end) {
    const LevelSetup& fine = setups.back();
    LevelSetup next = fine;
    ++next.index;
    next.halved = next_halved(fine);
    next.partition = part(next.index).computed;
    next.overlap = rows(next.index);
    next.single_end = single_end(next.halved, fine.partition);
    next.mesh = {}; // the copied mesh is the finer level's
    next.merge = options.merged_layers;
    // A coarse operator divided by a factor multiplies its correction by that factor, at no cost.
    next.scale /= options.overcorrection;
    setups.push_back(next);
  }
  return setups;
}

/// Returns the level behind a merge. In: `part`, this rank's part of the level; `finer`, this
/// rank's part of the finer one.
LevelSetup behind_merge(const LevelSetup& part, const LevelSetup& finer, const Partition& columns) {
  LevelSetup merged = part;
  merged.partition = columns;
  const Partition& p = finer.partition;
  merged.single_end = {part.halved.x && columns.at_east() && p.global_nx % 2 == 1,
                       part.halved.y && columns.at_north() && p.global_ny % 2 == 1};
  return merged;
}

} // namespace

LevelSetups level_setups(const GridSetup& finest, const MultigridOptions& options) {
  check(options);
  const int levels = *options.levels;
  const Overlap overlap = overlap_of(options);
  check_merges(finest.merged, levels);
  if (!finest.merged.empty())
    require_option(overlap.empty(), "overlap", "none where levels are merged");
  LevelSetups setups =
      setups_from(finest, end_of_stage(finest.merged, 0, levels), overlap, options);
  if (options.coarse_solver == CoarseSolver::cg && rows_on(overlap, levels - 1) > 0)
    require_option(setups.back().overlap == all_rows, "overlap",
                   "0 or all rows on the coarsest level, as CG solves it");
  return setups;
}

std::vector<LevelSetups> level_stages(const GridSetup& finest, const MultigridOptions& options) {
  std::vector<LevelSetups> stages{level_setups(finest, options)};
  for (std::size_t n = 0; n < finest.merged.size() && finest.merged[n].columns; ++n) {
    const LevelSetups& front = stages.back();
    const LevelSetup first =
        behind_merge(front.back(), front[front.size() - 2], *finest.merged[n].columns);
    stages.push_back(
        setups_from(first, end_of_stage(finest.merged, n + 1, *options.levels), {}, options));
  }
  return stages;
}

namespace {

/// Returns the meshes of levels with fields. Each coarser mesh follows from the finer one, which
/// therefore reaches beyond the cells that this rank computes. An existing mesh of the finest level
/// is taken if it reaches as far.
std::vector<HorizontalMesh> field_meshes(const GridSpec& spec,
                                         const std::vector<Partition>& computed,
                                         const HorizontalMesh& finest = {}) {
  const auto parts = mesh_partitions(computed, spec.boundaries);
  const bool reaches = !finest.empty() && finest.partition() == parts.front();
  std::vector<HorizontalMesh> meshes{reaches ? finest : HorizontalMesh(spec, parts.front())};
  for (std::size_t l = 1; l < parts.size(); ++l)
    meshes.push_back(meshes.back().coarsened(parts[l]));
  return meshes;
}

/// Sets the meshes of the setups' levels: the last meshes of `meshes`.
void take_meshes(LevelSetups& setups, const std::vector<HorizontalMesh>& meshes) {
  auto mesh = meshes.end() - std::ptrdiff_t(setups.size());
  for (LevelSetup& level : setups) level.mesh = (mesh++)->part(level.partition);
}

std::vector<Partition> partitions(const LevelSetups& setups) {
  std::vector<Partition> all;
  for (const LevelSetup& level : setups) all.push_back(level.partition);
  return all;
}

/// Returns the columns of a finer level that lie beneath those of `coarse`. In: `finer`, any
/// partition of that level.
Partition beneath(const Partition& coarse, Partition finer) {
  if (coarse.is_on_sphere()) return Partition::on_sphere(finer.global_nx, coarse.sphere);
  const Coarsening halved = next_coarsening(finer.global_nx, finer.global_ny);
  const auto span = [](bool twice, int first, int count, int end, int& from, int& columns) {
    from = twice ? 2 * first : first;
    columns = std::min(twice ? 2 * count : count, end - from);
  };
  span(halved.x, coarse.first_i, coarse.nx, finer.global_nx, finer.first_i, finer.nx);
  span(halved.y, coarse.first_j, coarse.ny, finer.global_ny, finer.first_j, finer.ny);
  return finer;
}

} // namespace

LevelSetups with_meshes(LevelSetups setups) {
  LevelSetup& finest = setups.front();
  if (has_fields(finest.spec)) {
    take_meshes(setups, field_meshes(finest.spec, partitions(setups), finest.mesh));
    return setups;
  }
  if (finest.mesh.empty()) finest.mesh = HorizontalMesh(finest.spec, finest.partition);
  for (std::size_t l = 1; l < setups.size(); ++l) {
    const LevelSetup& finer = setups[l - 1];
    LevelSetup& level = setups[l];
    const bool has_all_finer = level.partition == finer.partition.coarsened(level.halved);
    level.mesh = has_all_finer ? finer.mesh.coarsened(level.partition)
                               : HorizontalMesh(level.spec, level.partition);
  }
  return setups;
}

namespace {

/// Returns the partitions of a stage behind a merge, and of all finer levels beneath them.
std::vector<Partition> with_finer_partitions(const std::vector<LevelSetups>& stages,
                                             std::size_t stage) {
  std::vector<Partition> all = partitions(stages[stage]);
  for (std::size_t s = stage; s-- > 0;) // the last level of a stage is the first one of the next
    for (std::size_t l = stages[s].size() - 1; l-- > 0;)
      all.insert(all.begin(), beneath(all.front(), stages[s][l].partition));
  return all;
}

} // namespace

std::vector<Partition> evaluated_parts(const std::vector<LevelSetups>& stages) {
  const Boundaries& boundaries = stages.front().front().spec.boundaries;
  std::vector<Partition> parts;
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    const std::vector<Partition> levels =
        mesh_partitions(with_finer_partitions(stages, stage), boundaries);
    const bool all = levels.front().is_on_sphere();
    parts.insert(parts.end(), levels.begin(), all ? levels.end() : levels.begin() + 1);
  }
  return parts;
}

std::vector<LevelSetups> with_meshes(std::vector<LevelSetups> stages,
                                     std::vector<HorizontalMesh>& finer) {
  const GridSpec& spec = stages.front().front().spec;
  for (std::size_t stage = stages.size(); stage-- > 0;) {
    LevelSetups& setups = stages[stage];
    if (stage == 0 || !has_fields(spec)) {
      setups = with_meshes(std::move(setups));
      continue;
    }
    const std::vector<HorizontalMesh> meshes =
        field_meshes(spec, with_finer_partitions(stages, stage));
    take_meshes(setups, meshes);
    finer.insert(finer.end(), meshes.begin(), meshes.end() - std::ptrdiff_t(setups.size()));
  }
  return stages;
}

namespace {

/// Returns the bytes of the meshes of all levels but the finest. The owner of the setup makes the
/// finest level's mesh.
Int64 coarse_mesh_bytes(const std::vector<LevelSetups>& stages) {
  Int64 bytes = 0;
  for (const LevelSetups& stage : stages)
    for (const LevelSetup& level : stage)
      if (level.index > 0)
        bytes += HorizontalMesh::bytes_by_formulas(level.partition.nx, level.partition.ny,
                                                   level.spec.flux);
  return bytes;
}

} // namespace

Int64 mesh_bytes(const std::vector<LevelSetups>& stages) {
  const GridSpec& spec = stages.front().front().spec;
  if (!has_fields(spec)) return coarse_mesh_bytes(stages);
  Int64 bytes = 0;
  for (std::size_t stage = 1; stage < stages.size(); ++stage) {
    const auto all = mesh_partitions(with_finer_partitions(stages, stage), spec.boundaries);
    for (std::size_t l = 0; l + stages[stage].size() < all.size(); ++l)
      bytes += HorizontalMesh::bytes(all[l].nx, all[l].ny, spec.flux);
  }
  return bytes;
}

} // namespace isobar
