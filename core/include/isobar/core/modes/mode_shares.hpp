#pragma once
#include <isobar/core/multigrid/transposition.hpp>

#include <vector>

namespace isobar {

/// Which rank solves which modes, and their places in a field of modes. A rank's modes are
/// adjacent, in ascending order of mu. Modes of small mu take the most work. So ranks get them in
/// turn, from the least mu up. The modes behind these are not distributed: each rank solves them in
/// its own columns.
struct ModeShares {
  std::vector<int> order; ///< the mode at each place of a field
  int first = 0;          ///< place of the first mode that this rank solves in all columns
  int count = 0;          ///< number of modes that this rank solves in all columns
  TransposedLayers
      layers; ///< places of modes that are solved in all columns; for the others, columns beside a rank's own

  /// Returns the shares of one rank that has all modes.
  static ModeShares whole(int modes);
  /// Returns the shares of `rank`. Rank r has the places from
  /// firsts[r] up to firsts[r + 1]; the last entry is layers.count.
  static ModeShares distributed(const std::vector<int>& firsts, int rank,
                                const TransposedLayers& layers);
  static ModeShares distributed(const std::vector<int>& firsts, int rank) {
    return distributed(firsts, rank, firsts.back());
  }
  template <class T> static ModeShares of(const Transposition<T>& t) {
    return distributed(t.first_layers(), t.rank(), t.transposed());
  }

  /// Whether each rank solves some modes in its own columns.
  bool has_modes_of_columns() const { return layers.count < layers.all; }

  /// Returns how many of this rank's modes are among the first `modes` modes.
  int among_first(int modes) const;
  /// Returns the given numbers, one for each mode, for this rank's modes alone.
  std::vector<double> own(const std::vector<double>& of_all) const;
  /// Returns the given numbers, one for each mode, for the modes at all places.
  std::vector<double> by_place(const std::vector<double>& of_all) const;
};

} // namespace isobar
