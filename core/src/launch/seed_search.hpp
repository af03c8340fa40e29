#pragma once
#include "device/cells.hpp"
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/launch/launch_plan.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// Runs the elimination up every column of a level, and keeps the numbers that enter each chunk. It
/// finds the largest growth of q between two of its starts (chunk_solve.hpp), as 1 / growth. All
/// layers must be coupled.
template <class A> struct FindSeeds {
  GridCells<A> grid;
  typename LaunchPlan<A>::Seeds seeds;
  double* least; ///< set to the smallest 1 / growth where that is too small for A
  int nx, ny;    ///< columns with their padding, which has no couplings, and rows
  int layers;    ///< of a chunk

  FindSeeds() = default;
  /// In: `layers` of a chunk. Out: `seeds` as LaunchPlan has them, and `least`.
  FindSeeds(const GridLevel<A>& grid, const typename LaunchPlan<A>::Seeds& seeds, double* least,
            int layers);
  Int64 columns() const { return Int64(nx) * ny; }
  /// Searches column i of row j, with n = j nx + i.
  KOKKOS_FUNCTION void operator()(Int64 n) const;
};

/// The search on all levels of an update, by one kernel. A search takes as long on a small level as
/// on a large one, because every column goes through its layers one by one.
template <class A> class SeedSearch final : public GatheredLaunch {
public:
  SeedSearch(const FindSeeds<A>& find, std::shared_ptr<ChunkGrowth> growth);
  bool join(GatheredLaunch& later) override;
  void launch() override;

private:
  std::vector<FindSeeds<A>> finds_;
  std::vector<std::shared_ptr<ChunkGrowth>> growths_;
};

} // namespace isobar
