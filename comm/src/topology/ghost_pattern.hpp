#pragma once
#include <isobar/comm/topology/ghost_lists.hpp>
#include <isobar/comm/topology/halo_pattern.hpp>

namespace isobar {

/// The shape of a field that describes a vector of a level.
FieldShape vector_shape(const GhostLists& lists);

/// The pattern of one level's lists: sent numbers have a list, received numbers lie behind the owned ones.
HaloPattern ghost_pattern(const GhostLists& lists);

/// The numbers of ghosts that ranks have of each other, for
/// ranks that write into each other's memory.
class GhostCounts {
public:
  /// Collective.
  GhostCounts(const MpiComm& comm, const GhostLists& own);
  /// The sizes of what another rank receives. Ranks that write
  /// into its memory need no more of its pattern.
  HaloPattern pattern_of(int rank) const;

private:
  int count(int receiver, int sender) const {
    return counts_[std::size_t(receiver) * std::size_t(ranks_) + std::size_t(sender)];
  }
  int ranks_;
  std::vector<int> counts_; ///< (receiver, sender), sender fastest
};

} // namespace isobar
