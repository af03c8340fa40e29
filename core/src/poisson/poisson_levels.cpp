#include "base/precision_list.hpp"
#include "multigrid/staged_levels.hpp"
#include "poisson/poisson_level.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace isobar {
namespace {

void require(bool holds, const std::string& line) {
  if (!holds) throw std::invalid_argument(line);
}

void check(const MultigridOptions& o) {
  require(o.levels && *o.levels >= 1, "multigrid option levels: expected at least 1");
  require(!o.coarsest_relaxation.empty() || (o.coarse_steps && *o.coarse_steps >= 1),
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
    require(!axis->is_periodic() || axis->cells() % 2 == 0 || axis->cells() == 1,
            "multigrid option relaxation: red-black steps need an even number of cells in a "
            "periodic direction; level " +
                std::to_string(s.index) + " has " + std::to_string(axis->cells()));
}

/// Of each stage; those of the first one are the options.
std::vector<EmbeddedCycles> cycles_of_stages(const PoissonSetup& setup,
                                             const MultigridOptions& options) {
  std::vector<EmbeddedCycles> cycles(setup.merged.size() + 1, EmbeddedCycles{options, {}});
  for (std::size_t n = 0; n < std::min(setup.merged.size(), setup.behind.size()); ++n)
    cycles[n + 1] = setup.behind[n];
  return cycles;
}

Stages<BoxLevelSetup> checked_stages(const PoissonSetup& setup,
                                     const std::vector<EmbeddedCycles>& cycles) {
  for (const EmbeddedCycles& c : cycles) {
    check(c.options);
    require(c.options.levels == cycles[0].options.levels,
            "multigrid option levels: expected the same number behind a merge, of all levels");
  }
  Stages<BoxLevelSetup> stages = box_level_stages(setup, *cycles[0].options.levels);
  for (std::size_t stage = 0; stage < stages.size(); ++stage)
    for (const BoxLevelSetup& s : stages[stage]) check_colours(cycles[stage].options, s);
  return stages;
}

/// The levels of one stage, of which there are so many boxes, with this rank's part of the first one.
std::vector<BoxLevelSetup> stage_from(const std::vector<BoxSpec>& boxes, int first, int end,
                                      Partition part) {
  std::vector<BoxLevelSetup> setups;
  for (int l = first; l < end; ++l) {
    const bool coarsest = l + 1 == int(boxes.size());
    const Halving halved =
        coarsest ? Halving{false, false, false} : next_halving(boxes[std::size_t(l)]);
    setups.push_back({boxes[std::size_t(l)], part, halved, l});
    if (l + 1 == end) break; // what the ranks have of the next level is not halved from this
    require(part.can_coarsen(halved.columns()),
            "level " + std::to_string(l) + ": a rank's part cannot be halved");
    part = part.coarsened(halved.columns());
  }
  return setups;
}

std::vector<BoxSpec> all_boxes(const PoissonSetup& finest, int levels) {
  check(finest.box);
  std::vector<BoxSpec> boxes = box_levels(finest.box, levels);
  require(int(boxes.size()) == levels, "multigrid option levels = " + std::to_string(levels) +
                                           ": the box has " + std::to_string(boxes.size()));
  int finer = 0;
  for (const MergedPart& part : finest.merged) {
    require(part.level > finer && part.level < levels,
            "a merge in front of level " + std::to_string(part.level) + ": expected one from " +
                std::to_string(finer + 1) + " to " + std::to_string(levels - 1));
    finer = part.level;
  }
  return boxes;
}

int end_of_stage(const PoissonSetup& finest, std::size_t stage, int levels) {
  return stage < finest.merged.size() ? finest.merged[stage].level + 1 : levels;
}

} // namespace

/// A part has the layers of its level.
LevelShape embedded_shape(const BoxLevelSetup& s) {
  return {s.partition, s.box.z.cells(), s.index};
}

std::vector<BoxLevelSetup> box_level_setups(const PoissonSetup& finest, int levels) {
  return stage_from(all_boxes(finest, levels), 0, end_of_stage(finest, 0, levels),
                    finest.partition);
}

std::vector<std::vector<BoxLevelSetup>> box_level_stages(const PoissonSetup& finest, int levels) {
  Stages<BoxLevelSetup> stages{box_level_setups(finest, levels)};
  const std::vector<BoxSpec> boxes = all_boxes(finest, levels);
  for (std::size_t n = 0; n < finest.merged.size() && finest.merged[n].columns; ++n)
    stages.push_back(stage_from(boxes, finest.merged[n].level, end_of_stage(finest, n + 1, levels),
                                *finest.merged[n].columns));
  return stages;
}

template <class P, class Q>
Hierarchy<P> PoissonLevels<P, Q>::make(const PoissonSetup& setup, const MultigridOptions& options,
                                       Communicators<typename P::storage>& fine,
                                       Communicators<typename Q::storage>& coarse) {
  const std::vector<EmbeddedCycles> cycles = cycles_of_stages(setup, options);
  const Stages<BoxLevelSetup> stages = checked_stages(setup, cycles);
  StagedLevels<Q, PoissonLevel<Q>, BoxLevelSetup> builder(stages, setup.merged.size(), cycles,
                                                          coarse, fine.on(0));
  Hierarchy<P> levels;
  const CoarserLevel<Q>* coarser = builder.build(levels.coarser);
  levels.finest = std::make_unique<PoissonLevel<P, Q>>(stages[0][0], options, fine.on(0), coarser);
  return levels;
}

template <class P, class Q>
Int64 PoissonLevels<P, Q>::bytes(const PoissonSetup& setup, const MultigridOptions& options) {
  const std::vector<EmbeddedCycles> cycles = cycles_of_stages(setup, options);
  return staged_bytes<Q, PoissonLevel<P, Q>, PoissonLevel<Q>>(checked_stages(setup, cycles),
                                                              setup.merged.size(), cycles);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct PoissonLevels)
ISOBAR_INSTANTIATE_MIXED(struct PoissonLevels)

} // namespace isobar
