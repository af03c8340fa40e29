#include "base/precision_list.hpp"
#include "poisson/poisson_level.hpp"

#include <stdexcept>
#include <string>

namespace isobar {
namespace {

void require(bool holds, const std::string& line) {
  if (!holds) throw std::invalid_argument(line);
}

void check(const MultigridOptions& o) {
  require(o.levels && *o.levels >= 1, "multigrid option levels: expected at least 1");
  require(o.coarse_steps && *o.coarse_steps >= 1,
          "multigrid option coarse_steps: expected at least 1");
  require(!o.pre_relaxation.empty() || !o.post_relaxation.empty(),
          "multigrid options pre_relaxation and post_relaxation: expected at least one smoothing "
          "step in them");
  require(o.merged_layers == 1 && o.overcorrection == 1.0 &&
              o.coarse_solver.value_or(CoarseSolver::smoother) == CoarseSolver::smoother &&
              o.overlap.value_or(Overlap()).empty() && o.replicated_from.value_or(0) == 0,
          "multigrid on boxes has no merged layers, overcorrection, overlap, replicated levels or "
          "CG on the coarsest level");
}

/// The colours of a chess board meet themselves where an odd number of cells closes.
void check_colours(const MultigridOptions& o, const BoxLevelSetup& s) {
  if (o.relaxation != Relaxation::red_black) return;
  for (const Axis* axis : {&s.box.x, &s.box.y, &s.box.z})
    require(!axis->is_periodic() || axis->cells() % 2 == 0,
            "multigrid option relaxation: red-black steps need an even number of cells in a "
            "periodic direction; level " +
                std::to_string(s.index) + " has " + std::to_string(axis->cells()));
}

std::vector<BoxLevelSetup> checked_setups(const PoissonSetup& setup,
                                          const MultigridOptions& options) {
  check(options);
  std::vector<BoxLevelSetup> setups = box_level_setups(setup, *options.levels);
  for (const BoxLevelSetup& s : setups) check_colours(options, s);
  return setups;
}

} // namespace

std::vector<BoxLevelSetup> box_level_setups(const PoissonSetup& finest, int levels) {
  check(finest.box);
  const std::vector<BoxSpec> boxes = box_levels(finest.box, levels);
  require(int(boxes.size()) == levels, "multigrid option levels = " + std::to_string(levels) +
                                           ": the box has " + std::to_string(boxes.size()));
  std::vector<BoxLevelSetup> setups;
  Partition part = finest.partition;
  for (int l = 0; l < levels; ++l) {
    const bool coarsest = l + 1 == levels;
    const Halving halved = coarsest ? Halving{false, false, false} : next_halving(boxes[l]);
    setups.push_back({boxes[std::size_t(l)], part, halved, l});
    require(part.can_coarsen(halved.columns()),
            "level " + std::to_string(l) + ": a rank's part cannot be halved");
    part = part.coarsened(halved.columns());
  }
  return setups;
}

template <class P, class Q>
Hierarchy<P> PoissonLevels<P, Q>::make(const PoissonSetup& setup, const MultigridOptions& options,
                                       Communicators<typename P::storage>& fine,
                                       Communicators<typename Q::storage>& coarse) {
  const std::vector<BoxLevelSetup> setups = checked_setups(setup, options);
  Hierarchy<P> levels;
  levels.coarser.resize(setups.size() - 1);
  const CoarserLevel<Q>* coarser = nullptr; // a level refers to the coarser one, made first
  for (int l = int(setups.size()) - 1; l > 0; --l) {
    auto level = std::make_unique<PoissonLevel<Q>>(setups[l], options, coarse.on(l), coarser);
    coarser = level.get();
    levels.coarser[std::size_t(l) - 1] = std::move(level);
  }
  levels.finest = std::make_unique<PoissonLevel<P, Q>>(setups[0], options, fine.on(0), coarser);
  return levels;
}

template <class P, class Q>
Int64 PoissonLevels<P, Q>::bytes(const PoissonSetup& setup, const MultigridOptions& options) {
  Int64 bytes = 0;
  for (const BoxLevelSetup& s : checked_setups(setup, options))
    bytes +=
        s.index == 0 ? PoissonLevel<P, Q>::bytes(s, options) : PoissonLevel<Q>::bytes(s, options);
  return bytes;
}

ISOBAR_INSTANTIATE_FOR_BOX(struct PoissonLevels)
ISOBAR_INSTANTIATE_MIXED(struct PoissonLevels)

} // namespace isobar
