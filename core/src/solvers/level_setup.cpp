#include <isobar/core/solvers/level_setup.hpp>

#include <stdexcept>
#include <string>

namespace isobar {

std::vector<LevelSetup> level_setups(const GridSetup& finest, const MultigridOptions& options) {
  if (options.levels < 1) throw std::invalid_argument("a hierarchy of less than one level");
  std::vector<LevelSetup> setups{finest};
  while (int(setups.size()) < options.levels) {
    LevelSetup next = setups.back();
    const Partition& p = next.partition;
    if (!p.can_coarsen())
      throw std::invalid_argument("a hierarchy of " + std::to_string(options.levels) +
                                  " levels needs columns that can be "
                                  "halved: level " +
                                  std::to_string(next.index) + " has " + std::to_string(p.nx) +
                                  " x " + std::to_string(p.ny) + " columns on this rank");
    next.partition = p.coarsened();
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
