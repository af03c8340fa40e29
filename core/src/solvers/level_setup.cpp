#include <isobar/core/grid/coarsening.hpp>
#include <isobar/core/solvers/level_setup.hpp>
#include <isobar/core/solvers/overlap_choice.hpp>

#include <stdexcept>
#include <string>

namespace isobar {
namespace {

[[noreturn]] void refuse(const std::string& line) { throw std::invalid_argument(line); }

void require(bool holds, const char* option, const char* expected) {
  if (!holds) refuse(std::string("multigrid option ") + option + ": expected " + expected);
}

void check(const MultigridOptions& o) {
  require(o.levels && *o.levels >= 1, "levels", "at least 1");
  require(o.coarse_solver.has_value(), "coarse_solver", "one of them");
  require(o.coarse_steps && *o.coarse_steps >= 1, "coarse_steps", "at least 1");
  require(!o.pre_relaxation.empty() || !o.post_relaxation.empty(),
          "pre_relaxation and post_relaxation", "at least one smoothing step in them");
  require(o.merged_layers >= 1, "merged_layers", "at least 1");
  require(o.overcorrection > 0.0, "overcorrection", "a factor above 0");
}

/// The colours of a chess board meet themselves where an odd number of columns closes.
void check_colours(const MultigridOptions& o, const Partition& p, int level) {
  if (o.relaxation != Relaxation::red_black) return;
  if ((p.periodic.x && p.global_nx % 2 == 1) || (p.periodic.y && p.global_ny % 2 == 1))
    refuse("multigrid option relaxation: red-black steps need an even number of columns in a "
           "periodic direction; level " +
           std::to_string(level) + " has " + std::to_string(p.global_nx) + " x " +
           std::to_string(p.global_ny));
}

} // namespace

std::vector<LevelSetup> level_setups(const GridSetup& finest, const MultigridOptions& options) {
  check(options);
  const int levels = *options.levels;
  const Overlap overlap = overlap_of(options);
  const std::vector<LevelPart> parts = level_parts(finest.partition, levels, overlap);
  if (options.coarse_solver == CoarseSolver::cg && rows_on(overlap, levels - 1) > 0)
    require(parts.back().whole, "overlap", "0 or all rows on the coarsest level, as CG solves it");
  for (int level = 0; level < levels; ++level)
    check_colours(options, parts[std::size_t(level)].computed, level);
  const auto rows = [&](int level) {
    return parts[std::size_t(level)].whole ? all_rows : rows_on(overlap, level);
  };
  std::vector<LevelSetup> setups{finest};
  setups.front().overlap = rows(0);
  while (int(setups.size()) < levels) {
    LevelSetup next = setups.back();
    const Partition& fine = setups.back().partition;
    ++next.index;
    next.halved = next_coarsening(fine.global_nx, fine.global_ny);
    next.partition = parts[std::size_t(next.index)].computed;
    next.overlap = rows(next.index);
    next.single_end = {next.halved.x && fine.nx % 2 == 1, next.halved.y && fine.ny % 2 == 1};
    next.mesh = {}; // of the finer level
    next.merge = options.merged_layers;
    // A coarse operator divided by a factor gives a correction multiplied by it, at no cost.
    next.scale /= options.overcorrection;
    setups.push_back(next);
  }
  return setups;
}

namespace {

/// With fields each coarser mesh follows from the finer one, which therefore reaches beyond what this rank computes. A
/// mesh of the finest level that is there already is taken if it reaches as far.
std::vector<LevelSetup> with_field_meshes(std::vector<LevelSetup> setups) {
  std::vector<Partition> computed;
  for (const LevelSetup& level : setups) computed.push_back(level.partition);
  const auto parts = mesh_partitions(computed, setups.front().spec.boundaries);
  HorizontalMesh mesh = setups.front().mesh;
  if (mesh.empty() || mesh.partition() != parts.front())
    mesh = HorizontalMesh(setups.front().spec, parts.front());
  for (std::size_t l = 0; l < setups.size(); ++l) {
    if (l > 0) mesh = mesh.coarsened(parts[l]);
    setups[l].mesh = mesh.part(setups[l].partition);
  }
  return setups;
}

} // namespace

std::vector<LevelSetup> with_meshes(std::vector<LevelSetup> setups) {
  LevelSetup& finest = setups.front();
  if (has_fields(finest.spec)) return with_field_meshes(std::move(setups));
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

} // namespace isobar
