#pragma once
#include "library/kept_exception.hpp"
#include "library/same_on_ranks.hpp"

#include <isobar/comm/topology/column_blocks.hpp>

namespace isobar {

/// Gets numbers of functions that each rank has only for the columns of its own blocks.
class OwnersNumbers {
public:
  OwnersNumbers(const MpiComm& comm, const BlockMap& blocks, std::shared_ptr<KeptException> kept)
      : comm_(comm), blocks_(blocks), kept_(std::move(kept)) {}

  /// Gets the numbers of all columns that ranks have noted (TakenColumns::note_wanted) from their
  /// owners, which call their functions. Returns whether any rank has noted some. If a function
  /// throws, its exception is kept, and the numbers are `unknown`. Three exchanges between all
  /// ranks for each function, of 8 bytes a number. All ranks have the same functions. Collective.
  bool get(const TakenFunctions& functions) const;

private:
  void get(TakenColumns& function, const std::vector<TakenColumns::Column>& wanted) const;

  const MpiComm& comm_;
  const BlockMap& blocks_;
  std::shared_ptr<KeptException> kept_;
};

} // namespace isobar
