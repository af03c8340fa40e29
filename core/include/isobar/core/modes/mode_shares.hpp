#pragma once
#include <vector>

namespace isobar {

/// Which modes stand where. A field of modes has them in the order in which ranks solve them: a rank's share is adjacent, and in each share mu
/// grows. Modes of small mu take the most work, so ranks are dealt modes in turn, from the least mu up.
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
