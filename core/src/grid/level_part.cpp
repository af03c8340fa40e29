#include <isobar/core/grid/coarsening.hpp>
#include <isobar/core/grid/level_part.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace isobar {
namespace {

[[noreturn]] void refuse_level(int levels, int level, const std::string& what) {
  throw std::invalid_argument("a hierarchy of " + std::to_string(levels) + " levels: level " +
                              std::to_string(level) + " has " + what);
}

std::string columns(int nx, int ny) {
  return std::to_string(nx) + " x " + std::to_string(ny) + " columns";
}

/// Returns the next coarser level of this rank's own columns. Throws std::invalid_argument if they
/// cannot be halved.
Partition coarsened(const Partition& p, int level, int levels) {
  if (p.global_nx == 1 && p.global_ny == 1)
    refuse_level(levels, level,
                 columns(p.global_nx, p.global_ny) + ", which cannot be halved; expected at most " +
                     std::to_string(level + 1) + " levels");
  const Coarsening halved = next_coarsening(p.global_nx, p.global_ny);
  if (!keeps_periodic(p.global_nx, p.global_ny, p.periodic))
    refuse_level(levels, level,
                 columns(p.global_nx, p.global_ny) +
                     ", an odd number in a periodic direction, which cannot be halved; expected at "
                     "most " +
                     std::to_string(level + 1) + " levels");
  if (!p.can_coarsen(halved))
    refuse_level(levels, level,
                 columns(p.nx, p.ny) + " on this rank, from column " + std::to_string(p.first_i) +
                     ", " + std::to_string(p.first_j) +
                     " on, which do not begin and end between those of a coarser level; expected a "
                     "decomposition made for as many levels");
  return p.coarsened(halved);
}

/// Checks an overlap. The prolongation of all computed rows reads coarse rows beside them, and
/// begins between two coarse rows. In: `halved`, the axes from the finer level to this one.
void check(const Partition& owned, const Overlap& overlap, int level, int levels,
           Coarsening halved) {
  const int rows = rows_on(overlap, level);
  const auto demand = [&](bool holds, const std::string& expected) {
    if (!holds)
      refuse_level(levels, level,
                   "an overlap of " + std::to_string(rows) + " rows; expected " + expected);
  };
  demand(rows >= 0, "at least 0");
  const int finer = rows_on(overlap, level - 1);
  if (!owned.is_whole() && rows < all_rows) {
    demand(rows >= finer - finer / 2,
           "at least half of the finer level's, " + std::to_string(finer));
    demand(halved.y || rows >= finer,
           "at least the finer level's, " + std::to_string(finer) + ", as x alone is halved");
  }
  if (rows == 0 || owned.is_whole()) return;
  demand(!owned.periodic.y, "0 where y is periodic");
  demand(owned.has_whole_rows(), "0 where ranks do not own whole rows");
  demand(rows % 2 == 0 || level + 1 == levels, "an even number on all levels but the coarsest");
}

/// Returns the owned rows, `rows` more on either side, and all up to `end`. They do not end in
/// front of a narrow last row. Whoever has both rows interpolates the row beside that one
/// differently (kernels/transfer.hpp).
Partition computed_rows(const Partition& owned, int rows, int end) {
  Partition p = owned.with_rows(rows);
  if (rows == 0) return p;
  end = std::max(end, p.first_j + p.ny);
  if (end == p.global_ny - 1 && p.global_ny % 2 == 1) ++end;
  p.ny = end - p.first_j;
  return p;
}

/// Returns the end of the coarser rows that cover the rows of p.
int coarse_end(const Partition& p, Coarsening halved) {
  const int end = p.first_j + p.ny;
  return halved.y ? coarsened_columns(end) : end;
}

} // namespace

std::vector<LevelPart> level_parts(const Partition& finest, int levels, const Overlap& overlap) {
  std::vector<LevelPart> parts;
  Partition owned = finest;
  Coarsening halved;
  int end = 0; // end of the finer level's computed rows, in rows of this level
  for (int level = 0; level < levels; ++level) {
    if (level > 0) {
      const LevelPart& finer = parts.back();
      halved = next_coarsening(owned.global_nx, owned.global_ny);
      owned = coarsened(finer.whole ? finer.computed : owned, level - 1, levels);
      end = coarse_end(finer.computed, halved);
    }
    check(owned, overlap, level, levels, halved);
    const int rows = rows_on(overlap, level);
    parts.push_back(
        {owned, computed_rows(owned, rows, end), owned.is_whole() || rows >= owned.global_ny});
  }
  return parts;
}

} // namespace isobar
