#pragma once
#include <isobar/comm/topology/ghost_lists.hpp>
#include <isobar/comm/topology/halo_pattern.hpp>

namespace isobar {

/// A vector of a level as fields are described.
FieldShape vector_shape(const GhostLists& lists);

/// The lists of one level as a halo's pattern: what is sent goes by its list, what is received lies behind the owned numbers.
HaloPattern ghost_pattern(const GhostLists& lists);

/// How many ghosts ranks have of each other, for ranks that write into memory of each other.
class GhostCounts {
public:
  /// Collective.
  GhostCounts(const MpiComm& comm, const GhostLists& own);
  /// The sizes of what another rank receives: the part of its pattern that ranks which write into its memory need.
  HaloPattern pattern_of(int rank) const;

private:
  int count(int receiver, int sender) const {
    return counts_[std::size_t(receiver) * std::size_t(ranks_) + std::size_t(sender)];
  }
  int ranks_;
  std::vector<int> counts_; ///< (receiver, sender), sender fastest
};

} // namespace isobar
