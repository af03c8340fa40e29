#pragma once
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/comm/topology/merge_pattern.hpp>
#include <isobar/core/launch/grid_setup.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// The levels and columns of each rank in a hierarchy whose coarse levels are merged. Stage 0 is in
/// front of all merges, stage n behind the n-th one. If M of the R ranks of a stage have the next
/// stage, rank m there is rank m R / M (rounded down) here. So groups of consecutive ranks merge
/// onto their first rank. On the sphere, panels are cut anew for each stage. Nothing here calls
/// MPI.
class RankStages {
public:
  /// `front` has all levels up to the first merged one; `levels`: number of levels of the whole
  /// hierarchy. Throws std::invalid_argument, with one line, if levels do not rise or ranks do not
  /// become fewer. Throws it also if a level's columns cannot be distributed to so many ranks. A
  /// merge onto 0 ranks gives every rank all of the level, and must be the last one.
  RankStages(const Decomposition& front, const std::vector<LevelMerge>& merges, int levels);

  int count() const { return int(stages_.size()); }
  /// The last stage that has this level.
  int stage_of(int level) const;
  /// The finest level of a stage. The last level of a merged stage is the first of the next.
  int first_level(int stage) const { return stages_[std::size_t(stage)].first; }
  /// One past the coarsest level of a stage.
  int end_level(int stage) const;
  /// The number of ranks that have a stage.
  int ranks(int stage) const;
  /// Whether each rank of a stage has all columns.
  bool whole(int stage) const { return stages_[std::size_t(stage)].whole; }
  /// The number that a rank of stage 0 has in another stage; none if it waits there.
  std::optional<int> place(int stage, int rank) const;
  /// The ranks of stage 0 that have a stage, in the order of their numbers there.
  std::vector<int> members(int stage) const;
  /// The columns of a rank of a stage, by its number there. Level 0 of the decomposition is the
  /// stage's first one.
  Decomposition decomposition(int stage, int place) const;
  /// All columns of a level of the whole hierarchy.
  Partition all_columns(int level) const;
  /// The columns of a rank of a stage on one level, by its number there.
  Partition partition(int stage, int place, int level) const;
  /// The level in front of a stage and behind its merge, by rank numbers of the previous stage.
  MergeParts parts(int stage) const;
  /// The parts from which a rank of stage 0 makes its levels.
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

/// The spec of the levels up to the first merged one, which are distributed over all
/// ranks. If a merge lies behind the last level, which is an error, one level is left.
DecompositionSpec in_front_of(const std::vector<LevelMerge>& merges, DecompositionSpec all);

/// The most levels of a spec for which each stage can distribute its levels over its ranks. Returns
/// all levels if no number of levels fits ranks and columns; Decomposition then says why. Throws
/// what RankStages throws, or DecompositionError, if no number of levels makes the merges possible.
int most_levels(DecompositionSpec all, const std::vector<LevelMerge>& merges);

} // namespace isobar
