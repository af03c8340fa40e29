#pragma once
#include <isobar/core/multigrid/transposition.hpp>

#include <vector>

namespace isobar {

/// Which rank solves which modes, and their places in a field of modes. A rank's modes are
/// adjacent, in ascending order of mu. Modes of small mu take the most work, so ranks get them
/// in turn, from the least mu up. Each rank solves the modes behind these in its own columns.
struct ModeShares {
  std::vector<int> order; ///< the mode at each place of a field
  int first = 0;          ///< place of this rank's first mode
  int count = 0;          ///< number of this rank's modes that it solves in all columns
  TransposedLayers
      layers; ///< the places of modes that are solved in all columns, and the columns beside a rank's own for the others

  /// One rank with all modes.
  static ModeShares whole(int modes);
  /// Rank r has the places from firsts[r] up to firsts[r + 1], the last of which is layers.count.
  static ModeShares distributed(const std::vector<int>& firsts, int rank,
                                const TransposedLayers& layers);
  static ModeShares distributed(const std::vector<int>& firsts, int rank) {
    return distributed(firsts, rank, firsts.back());
  }
  template <class T> static ModeShares of(const Transposition<T>& t) {
    return distributed(t.first_layers(), t.rank(), t.transposed());
  }

  bool has_modes_of_columns() const { return layers.count < layers.all; }

  /// How many of this rank's modes are among the first `modes` of all.
  int among_first(int modes) const;
  /// The given numbers of all modes for this rank's modes only, and for the modes at all places.
  std::vector<double> own(const std::vector<double>& of_all) const;
  std::vector<double> by_place(const std::vector<double>& of_all) const;
};

} // namespace isobar
