#include <isobar/comm/topology/rank_stages.hpp>

#include <fmt/format.h>
#include <isobar/core/grid/coarsening.hpp>

#include <algorithm>
#include <stdexcept>

namespace isobar {
namespace {

/// The rank, out of `all`, that is number n of `fewer`.
int holder(int n, int fewer, int all) { return int(Int64(n) * all / fewer); }

[[noreturn]] void refuse_stage(const LevelMerge& m, const std::string& expected) {
  throw std::invalid_argument(fmt::format("level {} on {} rank{}; expected {}", m.level, m.ranks,
                                          m.ranks == 1 ? "" : "s", expected));
}

} // namespace

RankStages::RankStages(const Decomposition& front, const std::vector<LevelMerge>& merges,
                       int levels)
    : levels_(levels), stages_{{0, false, front}} {
  for (std::size_t n = 0; n < merges.size(); ++n) {
    check_level(merges[n], n == 0 ? 0 : merges[n - 1].level);
    check_ranks(merges[n], n == 0 ? front.ranks() : merges[n - 1].ranks);
  }
  for (std::size_t n = 0; n < merges.size(); ++n)
    add(merges[n], n + 1 < merges.size() ? merges[n + 1].level + 1 : levels);
}

void RankStages::check_level(const LevelMerge& m, int finer) const {
  if (m.level > finer && m.level < levels_) return;
  refuse_stage(m, finer + 1 < levels_ ? fmt::format("a level from {} to {}", finer + 1, levels_ - 1)
                                      : fmt::format("none, as there are {} levels", levels_));
}

/// `before`: ranks in front of the merge; 0: each of them has all columns.
void RankStages::check_ranks(const LevelMerge& m, int before) {
  if (m.ranks >= 0 && m.ranks < before) return;
  if (before < 2) refuse_stage(m, "none, as finer levels are not distributed over ranks");
  const std::string fewer = before == 2 ? "1 rank" : fmt::format("1 to {} ranks", before - 1);
  refuse_stage(m, fewer + ", fewer than in front of it");
}

void RankStages::add(const LevelMerge& m, int end) {
  const Partition all = all_columns(m.level);
  DecompositionSpec spec = stages_.front().columns.spec();
  spec.nx = all.global_nx;
  spec.ny = all.global_ny;
  spec.levels = end - m.level;
  spec.ranks = std::max(m.ranks, 1);
  spec.process_grid.reset();
  if (!spec.halvings.empty())
    spec.halvings.erase(spec.halvings.begin(), spec.halvings.begin() + m.level);
  try {
    stages_.push_back({m.level, m.ranks == 0, Decomposition(spec)});
  } catch (const DecompositionError& e) {
    throw std::invalid_argument(
        fmt::format("level {} on {} ranks: {}", m.level, m.ranks, e.what()));
  }
}

int RankStages::stage_of(int level) const {
  int stage = count() - 1;
  while (level < first_level(stage)) --stage;
  return stage;
}

int RankStages::end_level(int stage) const {
  return stage + 1 < count() ? first_level(stage + 1) + 1 : levels_;
}

int RankStages::ranks(int stage) const {
  return whole(stage) ? ranks(stage - 1) : stages_[std::size_t(stage)].columns.ranks();
}

std::optional<int> RankStages::place(int stage, int rank) const {
  if (stage == 0) return rank;
  const std::optional<int> before = place(stage - 1, rank);
  if (!before || whole(stage)) return before;
  const int fewer = ranks(stage), all = ranks(stage - 1);
  const int n =
      int((Int64(*before) * fewer + all - 1) / all); // the first one whose holder does not precede
  return n < fewer && holder(n, fewer, all) == *before ? std::optional(n) : std::nullopt;
}

std::vector<int> RankStages::members(int stage) const {
  std::vector<int> all;
  for (int rank = 0; rank < ranks(0); ++rank)
    if (place(stage, rank)) all.push_back(rank);
  return all;
}

Decomposition RankStages::decomposition(int stage, int place) const {
  const Stage& s = stages_[std::size_t(stage)];
  return s.columns.of_rank(s.whole ? 0 : place);
}

Partition RankStages::all_columns(int level) const {
  const DecompositionSpec& s = stages_.front().columns.spec();
  if (s.sphere) return Partition::whole_sphere(s.nx >> level);
  Partition p = Partition::whole(s.nx, s.ny, s.periodic);
  for (int l = 0; l < level; ++l)
    p = s.halvings.empty() ? next_coarser(p) : p.coarsened(s.halvings[std::size_t(l)]);
  return p;
}

/// Widths are counted in columns of the finest level.
Partition RankStages::partition(int stage, int place, int level) const {
  Partition p = decomposition(stage, place).partition(level - first_level(stage));
  const Partition all = all_columns(level);
  p.x_widths = all.x_widths;
  p.y_widths = all.y_widths;
  return p;
}

MergeParts RankStages::parts(int stage) const {
  MergeParts parts;
  const int level = first_level(stage);
  for (const int rank : members(stage - 1)) {
    parts.parts.push_back(partition(stage - 1, int(parts.parts.size()), level));
    const std::optional<int> behind = place(stage, rank);
    parts.merged.push_back(behind ? std::optional(partition(stage, *behind, level)) : std::nullopt);
  }
  return parts;
}

std::vector<MergedPart> RankStages::merged_parts(int rank) const {
  std::vector<MergedPart> parts;
  for (int stage = 1; stage < count() && place(stage - 1, rank); ++stage) {
    const std::optional<int> behind = place(stage, rank);
    const int level = first_level(stage);
    parts.push_back(
        {level, behind ? std::optional(partition(stage, *behind, level)) : std::nullopt});
  }
  return parts;
}

DecompositionSpec in_front_of(const std::vector<LevelMerge>& merges, DecompositionSpec all) {
  if (merges.empty()) return all;
  const int merged = merges.front().level;
  all.levels = merged < all.levels ? merged + 1 : 1;
  return all;
}

int most_levels(DecompositionSpec all, const std::vector<LevelMerge>& merges) {
  for (const int least = merges.empty() ? 1 : merges.back().level + 1;; --all.levels) try {
      const RankStages stages(Decomposition(in_front_of(merges, all)), merges, all.levels);
      return all.levels;
    } catch (const DecompositionError& e) {
      if (e.fault() != DecompositionError::Fault::levels) return all.levels;
      if (all.levels <= least) throw;
    } catch (const std::invalid_argument&) {
      if (all.levels <= least) throw;
    }
}

} // namespace isobar
