#pragma once
#include "fem/fem_ranks.hpp"
#include "run/memory.hpp"

#include <optional>
#include <span>
#include <vector>

namespace isobar {

/// A deck's solver with its right-hand side and all matrices, in numbers T. Host vectors are HostField of one row of
/// owned unknowns.
template <class T> class FemParts {
public:
  using Vector = typename FemLevel<T>::Vector;

  /// Collective.
  FemParts(const FemContext& context, std::span<const FemSpace> spaces);

  void put(const HostField& right_side);
  SolveReport solve(const SolveControls& controls);
  void get(const HostField& solution) const;

  /// The levels, the finest first.
  const std::vector<const FemLevel<T>*>& levels() const { return levels_; }

private:
  FemRanks<T> ranks_;
  std::vector<const FemLevel<T>*> levels_;
  std::optional<FemMultigrid<T>> multigrid_; ///< alone,
  std::optional<FemCg<T>> cg_;               ///< or as preconditioner
  Vector f_;
};

/// A host vector as TimedSolves moves it.
HostField host_vector(const char* label, Int64 unknowns);

/// Peak of what a run allocates on the rank that has most, from the counts of its levels. Allocates nothing.
MemoryUse predicted_memory(const FemSetting& setting);

} // namespace isobar
