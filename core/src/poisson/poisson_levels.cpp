#include "base/precision_list.hpp"
#include "base/refuse.hpp"
#include "multigrid/stage_checks.hpp"
#include "multigrid/staged_levels.hpp"
#include "poisson/poisson_level.hpp"

namespace isobar {
namespace {

using Cycles = std::vector<StageCycles<PoissonOptions>>;

void check(const PoissonOptions& o) {
  check_cycle(o);
  require_option(o.coarse_steps || !o.coarsest_relaxation.empty(), "coarse_steps", "at least 1");
}

/// Returns the numbers of cells along periodic axes that have more than one cell.
std::vector<int> closed(const BoxSpec& box) {
  std::vector<int> cells;
  for (const Axis* axis : {&box.x, &box.y, &box.z})
    if (axis->is_periodic() && axis->cells() > 1) cells.push_back(axis->cells());
  return cells;
}

Cycles cycles_of(const PoissonSetup& setup, const PoissonOptions& options) {
  return cycles_of_stages(setup.merged.size(), options, setup.behind);
}

Stages<BoxLevelSetup> checked_stages(const PoissonSetup& setup, const Cycles& cycles) {
  for (const StageCycles<PoissonOptions>& c : cycles) {
    check(c.options);
    require_option(c.options.levels == cycles[0].options.levels, "levels",
                   "the same number behind a merge, of all levels");
  }
  Stages<BoxLevelSetup> stages = box_level_stages(setup, *cycles[0].options.levels);
  for (std::size_t stage = 0; stage < stages.size(); ++stage)
    for (const BoxLevelSetup& s : stages[stage])
      check_colours(cycles[stage].options, closed(s.box), s.index);
  return stages;
}

/// Returns the levels of one stage, boxes `first` to `end` - 1. In: `part`, this rank's part of box `first`.
std::vector<BoxLevelSetup> stage_from(const std::vector<BoxSpec>& boxes, int first, int end,
                                      Partition part) {
  std::vector<BoxLevelSetup> setups;
  for (int l = first; l < end; ++l) {
    const bool coarsest = l + 1 == int(boxes.size());
    const Halving halved =
        coarsest ? Halving{false, false, false} : next_halving(boxes[std::size_t(l)]);
    setups.push_back({boxes[std::size_t(l)], part, halved, l});
    if (l + 1 == end) break; // parts of the next level are not halved from these
    if (!part.can_coarsen(halved.columns()))
      refuse("level ", l, ": a rank's part cannot be halved");
    part = part.coarsened(halved.columns());
  }
  return setups;
}

std::vector<BoxSpec> all_boxes(const PoissonSetup& finest, int levels) {
  check(finest.box);
  std::vector<BoxSpec> boxes = box_levels(finest.box, levels);
  if (int(boxes.size()) != levels)
    refuse("multigrid option levels = ", levels, ": the box has ", boxes.size());
  check_merges(finest.merged, levels);
  return boxes;
}

} // namespace

/// Returns the shape of a part, which has the layers of its level.
LevelShape embedded_shape(const BoxLevelSetup& s) {
  return {s.partition, s.box.z.cells(), s.index};
}

std::vector<BoxLevelSetup> box_level_setups(const PoissonSetup& finest, int levels) {
  return stage_from(all_boxes(finest, levels), 0, end_of_stage(finest.merged, 0, levels),
                    finest.partition);
}

std::vector<std::vector<BoxLevelSetup>> box_level_stages(const PoissonSetup& finest, int levels) {
  Stages<BoxLevelSetup> stages{box_level_setups(finest, levels)};
  const std::vector<BoxSpec> boxes = all_boxes(finest, levels);
  for (std::size_t n = 0; n < finest.merged.size() && finest.merged[n].columns; ++n)
    stages.push_back(stage_from(boxes, finest.merged[n].level,
                                end_of_stage(finest.merged, n + 1, levels),
                                *finest.merged[n].columns));
  return stages;
}

template <class P, class Q>
Hierarchy<P> PoissonLevels<P, Q>::make(const PoissonSetup& setup, const PoissonOptions& options,
                                       Communicators<typename P::storage>& fine,
                                       Communicators<typename Q::storage>& coarse) {
  const Cycles cycles = cycles_of(setup, options);
  const Stages<BoxLevelSetup> stages = checked_stages(setup, cycles);
  StagedLevels<Q, PoissonLevel<Q>, BoxLevelSetup, PoissonOptions> builder(
      stages, setup.merged.size(), cycles, coarse, fine.on(0));
  Hierarchy<P> levels;
  const CoarserLevel<Q>* coarser = builder.build(levels.coarser);
  levels.finest = std::make_unique<PoissonLevel<P, Q>>(stages[0][0], options, fine.on(0), coarser);
  return levels;
}

template <class P, class Q>
Int64 PoissonLevels<P, Q>::bytes(const PoissonSetup& setup, const PoissonOptions& options) {
  const Cycles cycles = cycles_of(setup, options);
  return staged_bytes<Q, PoissonLevel<P, Q>, PoissonLevel<Q>>(checked_stages(setup, cycles),
                                                              setup.merged.size(), cycles);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct PoissonLevels)
ISOBAR_INSTANTIATE_MIXED(struct PoissonLevels)

} // namespace isobar
