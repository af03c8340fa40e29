#pragma once
#include <isobar/core/fem/fem_space.hpp>

#include <vector>

namespace isobar {

/// The unknowns of a rank's part of a mesh, in the order of its element table. The class knows which of them the rank owns, and
/// which others it reads.
class PartUnknowns {
public:
  /// In: `table`, with the numbers that element_table() gives; `coarser`, as for FemSpace.
  PartUnknowns(const MeshPart& part, const ElementTable& table, const FemSpace* coarser);

  /// How ghosts of one owner are ordered: by id, or as `wanted` has them.
  enum class GhostOrder { id, wanted };
  /// Returns the new number of each unknown: owned unknowns in the order of `wanted`, then ghosts by owner, then the others.
  std::vector<int> numbers(const std::vector<int>& wanted, GhostOrder ghosts) const;
  /// Returns ids and owners of the owned unknowns and the ghosts, by their new numbers.
  DistributedNumbers distributed(const std::vector<int>& new_number) const;

private:
  enum class Kind { owned, ghost, unread };

  bool is_owned(int n) const { return owners_[n] == rank_; }
  void mark_read(const MeshPart& part, const ElementTable& table);
  void mark_restricted(const MeshPart& part, const ElementTable& table, const FemSpace& coarser);
  Kind kind(int n) const {
    return is_owned(n) ? Kind::owned : is_read_[n] ? Kind::ghost : Kind::unread;
  }

  int rank_;
  std::vector<Int64> ids_;
  std::vector<int> owners_;
  std::vector<bool> is_read_;
};

} // namespace isobar
