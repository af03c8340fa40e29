#pragma once
#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/pinned_number.hpp>
#include <isobar/core/base/precision.hpp>
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/grid/grid_level.hpp>
#include <isobar/core/launch/kernel_list.hpp>
#include <isobar/core/launch/march_shape.hpp>

#include <array>
#include <memory>
#include <vector>

namespace isobar {

/// The result of the elimination up the columns of a level (seed_search.hpp), valid once the device
/// has passed the mark. Plans of parts share it, as the kernel may run later.
struct ChunkGrowth {
  PinnedNumber<double> least{1.0}; ///< 1 / growth of a chunk's numbers, exact where it is too large
  DeviceMark found;
};

/// The plan by which teams walk a level, and the numbers that they need besides the matrix. It is
/// made once, at setup.
template <class A> class LaunchPlan {
public:
  LaunchPlan() = default;
  /// Makes the plan. For a march, launches the elimination up every column once, without a wait. If
  /// the numbers of a chunk leave the range of A (chunk_solve.hpp), one lane walks a column.
  LaunchPlan(const GridLevel<A>& grid, Walk walk, const std::vector<MarchRule>& rules);

  /// Takes over other layers of the same level. Allocates nothing on the device. Does not wait.
  void update(const GridLevel<A>& grid);

  /// Returns the plan of `count` rows of the level from column i of row `first` on. The result
  /// shares memory.
  LaunchPlan rows(int first, int count, int i = 0) const;

  /// The shape of the march. Waits for the device unless the host has waited since the plan was
  /// made or updated, so the plans of all levels wait once.
  MarchShape march() const;
  /// Whether no layer couples to another layer or to a value beyond the column. If so, a GPU solves
  /// each cell by itself.
  bool has_single_layers() const { return single_layers_; }
  /// The numbers from which a march's chunks start: b e / p (tridiag.hpp) below each chunk but the
  /// first. Indices are (i, chunk - 1, j). Empty if nothing marches.
  using Seeds = Kokkos::View<A***, Kokkos::LayoutLeft, MemorySpace>;
  const Seeds& seeds() const { return seeds_; }
  /// The layers' coefficients in the order in which chunks read them (chunk_numbers). Empty if
  /// nothing marches.
  struct ChunkProfile {
    std::vector<A> numbers;
    Kokkos::View<A*, MemorySpace> on_device;
  };
  const ChunkProfile& chunk_profile() const { return chunk_profile_; }
  /// The name under which a launch of a kernel on this level appears in profiles.
  const std::string& label(Kernel k) const { return labels_[std::size_t(k)]; }

  /// Device bytes of the plan of a level of this shape.
  static Int64 bytes(int nx, int ny, int nz, Walk walk, const std::vector<MarchRule>& rules);

private:
  void prepare_chunks(const GridLevel<A>& grid);

  MarchShape planned_; ///< the choice of the rules or of the program
  bool single_layers_ = false;
  std::shared_ptr<ChunkGrowth> growth_;    ///< null if nothing marches
  BlockMemory memory_ = memory_of_views(); ///< of the two Views below, if they share a block
  Seeds seeds_;
  ChunkProfile chunk_profile_;
  std::array<std::string, kernel_traffic.size()> labels_;
};

} // namespace isobar
