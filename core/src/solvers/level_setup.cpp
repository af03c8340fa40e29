#include <isobar/core/grid/coarsening.hpp>
#include <isobar/core/solvers/level_setup.hpp>

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

std::string columns(int nx, int ny) {
  return std::to_string(nx) + " x " + std::to_string(ny) + " columns";
}

/// The partition of the next coarser level.
Partition coarsened(const LevelSetup& level, Coarsening halved, int levels) {
  const Partition& p = level.partition;
  const std::string wish = "a hierarchy of " + std::to_string(levels) + " levels: level " +
                           std::to_string(level.index) + " has ";
  if (p.global_nx == 1 && p.global_ny == 1)
    refuse(wish + columns(p.global_nx, p.global_ny) +
           ", which cannot be halved; expected at most " + std::to_string(level.index + 1) +
           " levels");
  if (!p.can_coarsen(halved))
    refuse(wish + columns(p.nx, p.ny) + " on this rank, from column " + std::to_string(p.first_i) +
           ", " + std::to_string(p.first_j) +
           " on, which do not begin and end between those of a coarser level; expected a "
           "decomposition made for as many levels");
  return p.coarsened(halved);
}

} // namespace

std::vector<LevelSetup> level_setups(const GridSetup& finest, const MultigridOptions& options) {
  check(options);
  std::vector<LevelSetup> setups{finest};
  while (int(setups.size()) < *options.levels) {
    LevelSetup next = setups.back();
    const Partition& fine = setups.back().partition;
    next.halved = next_coarsening(fine.global_nx, fine.global_ny);
    next.partition = coarsened(setups.back(), next.halved, *options.levels);
    next.single_end = {next.halved.x && fine.nx % 2 == 1, next.halved.y && fine.ny % 2 == 1};
    next.mesh = {}; // of the finer level
    next.merge = options.merged_layers;
    // A coarse operator divided by a factor gives a correction multiplied by it, at no cost.
    next.scale /= options.overcorrection;
    ++next.index;
    setups.push_back(next);
  }
  return setups;
}

std::vector<LevelSetup> with_meshes(std::vector<LevelSetup> setups) {
  LevelSetup& finest = setups.front();
  if (finest.mesh.empty()) finest.mesh = HorizontalMesh(finest.spec.domain, finest.partition);
  for (std::size_t l = 1; l < setups.size(); ++l)
    setups[l].mesh = setups[l - 1].mesh.coarsened(setups[l].partition);
  return setups;
}

} // namespace isobar
