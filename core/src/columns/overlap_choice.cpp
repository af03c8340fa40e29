#include <isobar/core/columns/overlap_choice.hpp>
#include <isobar/core/grid/coarsening.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace isobar {
namespace {

int steps(const MultigridOptions& o, const std::vector<double>& relaxation) {
  return int(relaxation.size()) * (o.relaxation == Relaxation::red_black ? 2 : 1);
}

/// The rows that a level between the finest and the coarsest computes for a correction that is
/// right on a given number of rows. `coarser` is the number of rows on which the coarser level's
/// correction has to be right.
struct Rows {
  int computed, coarser;
};
Rows rows_for(const MultigridOptions& o, int wanted) {
  const int before = steps(o, o.pre_relaxation), after = steps(o, o.post_relaxation);
  const int computed = std::max(wanted, wanted + before + after - 1);
  return {computed + computed % 2, (wanted + after) / 2 + 1};
}

} // namespace

Overlap deep_overlap(const MultigridOptions& o) {
  Overlap overlap;
  int wanted = 1; // one row beside the finest level's cells
  for (int level = 1; level < *o.levels; ++level) {
    Rows rows = rows_for(o, wanted);
    if (level + 1 == *o.levels) {
      const int colours = o.relaxation == Relaxation::red_black ? 2 : 1;
      rows.computed = wanted + *o.coarse_steps * colours - 1;
    }
    const int finer = overlap.empty() ? 0 : overlap.back();
    overlap.push_back(std::max(rows.computed, finer - finer / 2));
    wanted = rows.coarser;
  }
  return overlap;
}

Overlap deep_overlap(const MultigridOptions& o, int nx, int ny) {
  Overlap rows = deep_overlap(o);
  Partition p = Partition::whole(nx, ny);
  for (int level = 1; level < *o.levels; ++level) {
    int& here = rows[std::size_t(level) - 1];
    if (!next_coarsening(p.global_nx, p.global_ny).y)
      here = std::max(here, rows_on(rows, level - 1));
    p = next_coarser(p);
  }
  return rows;
}

Overlap overlap_of(const MultigridOptions& o) {
  const Overlap given = o.overlap.value_or(Overlap());
  const int coarser = *o.levels - 1, replicated = o.replicated_from.value_or(0);
  if (int(given.size()) > coarser)
    throw std::invalid_argument("multigrid option overlap: expected at most " +
                                std::to_string(coarser) + " numbers, one for each coarse level");
  Overlap overlap = given;
  overlap.resize(std::size_t(coarser), 0);
  if (replicated > 0)
    for (int level = replicated; level <= coarser; ++level)
      overlap[std::size_t(level) - 1] = all_rows;
  return std::ranges::any_of(overlap, [](int rows) { return rows > 0; }) ? overlap : Overlap();
}

} // namespace isobar
