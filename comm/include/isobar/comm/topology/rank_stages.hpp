#pragma once
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/comm/topology/merge_pattern.hpp>
#include <isobar/core/launch/grid_setup.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// Which ranks have what of a hierarchy whose coarse levels are merged, stage by stage: stage 0 is in front of all merges, stage
/// n behind the n-th one. Of the R ranks of a stage the n R / M have the next one, if those are M (rounded down): groups of
/// consecutive ranks merge onto the first of each. On the sphere panels are cut anew for the ranks of each stage. Nothing here calls MPI.
class RankStages {
public:
  /// `front` has all levels up to the first merged one; `levels` are those of the whole hierarchy. Throws
  /// std::invalid_argument, with one line, for a merge that cannot be: levels that do not rise, ranks that do not
  /// become fewer, more ranks than a level's columns can be dealt to. A merge onto 0 ranks gives every rank all of the level, and
  /// is the last one.
  RankStages(const Decomposition& front, const std::vector<LevelMerge>& merges, int levels);

  int count() const { return int(stages_.size()); }
  /// The last stage that has a level.
  int stage_of(int level) const;
  /// The finest level of a stage, and one past its coarsest; the last one of a stage that is merged is the first one of the next.
  int first_level(int stage) const { return stages_[std::size_t(stage)].first; }
  int end_level(int stage) const;
  /// Ranks that have a stage.
  int ranks(int stage) const;
  /// Whether each of them has all of it.
  bool whole(int stage) const { return stages_[std::size_t(stage)].whole; }
  /// The number of a rank of stage 0 among those of another stage; none if it waits there.
  std::optional<int> place(int stage, int rank) const;
  /// The ranks of stage 0 that have a stage, in the order of their numbers there.
  std::vector<int> members(int stage) const;
  /// What a rank of a stage has, by its number there. Level 0 of the decomposition is the stage's first one.
  Decomposition decomposition(int stage, int place) const;
  /// All columns of a level of the whole hierarchy.
  Partition all_columns(int level) const;
  /// Those of a rank of a stage, by its number there.
  Partition partition(int stage, int place, int level) const;
  /// The level in front of a stage and behind its merge, by numbers of the stage before.
  MergeParts parts(int stage) const;
  /// What a rank of stage 0 makes its levels from.
  std::vector<MergedPart> merged_parts(int rank) const;

private:
  struct Stage {
    int first;
    bool whole;
    Decomposition columns;
  };
  void check_level(const LevelMerge& merge, int finer) const;
  static void check_ranks(const LevelMerge& merge, int before);
  void add(const LevelMerge& merge, int end);

  int levels_;
  std::vector<Stage> stages_;
};

/// What is dealt to all ranks of the levels that a spec has: those up to the first merged one. A merge behind the last level, which
/// cannot be, leaves one.
DecompositionSpec in_front_of(const std::vector<LevelMerge>& merges, DecompositionSpec all);

/// Most of a spec's levels of which each stage has what its ranks can be dealt. All, where ranks and columns do not go together on any
/// number of levels: Decomposition says why. Throws as RankStages does, or DecompositionError, for merges that no number of levels
/// makes possible.
int most_levels(DecompositionSpec all, const std::vector<LevelMerge>& merges);

} // namespace isobar
