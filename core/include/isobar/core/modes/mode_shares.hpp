#pragma once
#include <vector>

namespace isobar {

/// Which rank solves which modes, and where they stand in a field of modes. The modes of a rank are adjacent, and mu grows among them.
/// Modes of small mu take the most work, so they are dealt to the ranks in turn, from the least mu up.
struct ModeShares {
  std::vector<int> order; ///< the mode at each place of a field
  int first = 0;          ///< place of this rank's first one
  int count = 0;          ///< of this rank's

  /// All of them on one rank.
  static ModeShares whole(int modes);
  /// Rank r has the places from firsts[r] up to firsts[r + 1].
  static ModeShares dealt(const std::vector<int>& firsts, int rank);

  /// How many of this rank's modes are among the first so many of all.
  int among_first(int modes) const;
  /// Numbers of modes, of this rank's alone.
  std::vector<double> own(const std::vector<double>& of_all) const;
};

} // namespace isobar
