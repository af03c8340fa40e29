#include "multigrid/stage_checks.hpp"
#include "base/refuse.hpp"

namespace isobar {

void require_option(bool holds, std::string_view option, std::string_view expected) {
  if (!holds) refuse("multigrid option ", option, ": expected ", expected);
}

void check_cycle(const FieldCycleOptions& o) {
  require_option(o.levels && *o.levels >= 1, "levels", "at least 1");
  require_option(o.coarse_steps.value_or(1) >= 1, "coarse_steps", "at least 1");
  require_option(!o.pre_relaxation.empty() || !o.post_relaxation.empty(),
                 "pre_relaxation or post_relaxation", "at least one smoothing step");
}

void check_colours(const FieldCycleOptions& o, const std::vector<int>& closed, int level) {
  if (o.relaxation != Relaxation::red_black) return;
  for (const int cells : closed)
    if (cells % 2 == 1)
      refuse("multigrid option relaxation: red-black steps need an even number of cells in a "
             "periodic direction; level ",
             level, " has ", cells);
}

void check_merges(const std::vector<MergedPart>& merged, int levels) {
  int finer = 0;
  for (const MergedPart& part : merged) {
    if (part.level <= finer || part.level >= levels)
      refuse("a merge in front of level ", part.level, ": expected one from ", finer + 1, " to ",
             levels - 1);
    finer = part.level;
  }
}

int end_of_stage(const std::vector<MergedPart>& merged, std::size_t stage, int levels) {
  return stage < merged.size() ? merged[stage].level + 1 : levels;
}

} // namespace isobar
