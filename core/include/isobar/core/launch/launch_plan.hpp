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

/// How teams walk a level, and the numbers that they need besides the matrix. Made once, at setup.
template <class A> class LaunchPlan {
public:
  LaunchPlan() = default;
  /// For a march it launches the elimination up every column once, without a wait. If the
  /// numbers of a chunk leave the range of A (chunk_solve.hpp), one lane walks a column.
  LaunchPlan(const GridLevel<A>& grid, Walk walk, const std::vector<MarchRule>& rules);

  /// Takes other layers of the same level, without any allocation on the device. Does not wait.
  void update(const GridLevel<A>& grid);

  /// The plan of `count` rows of the level from column i of row `first` on. Shares memory.
  LaunchPlan rows(int first, int count, int i = 0) const;

  /// Waits for the device if nobody has waited since the plan was made or updated: the plans of all levels wait once.
  MarchShape march() const;
  /// Whether no layer is coupled to another layer or to a value beyond the column, so that a GPU solves each cell by itself.
  bool has_single_layers() const { return single_layers_; }
  /// The numbers from which a march's chunks start: b e / p (tridiag.hpp) below
  /// each chunk but the first, (i, chunk - 1, j). Empty if nothing marches.
  using Seeds = Kokkos::View<A***, Kokkos::LayoutLeft, MemorySpace>;
  const Seeds& seeds() const { return seeds_; }
  /// The layers' coefficients as chunks read them (chunk_numbers). Empty if nothing marches.
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

  MarchShape planned_; ///< by the rules or the program
  bool single_layers_ = false;
  /// The kernel's result, once the device has passed the mark. Plans of parts share it, as the kernel may run later.
  struct Growth {
    PinnedNumber<double> least{1.0}; ///< 1 / growth of a chunk's numbers
    DeviceMark found;
  };
  std::shared_ptr<Growth> growth_;         ///< none if nothing marches
  BlockMemory memory_ = memory_of_views(); ///< of the two below, if they share it with others
  Seeds seeds_;
  ChunkProfile chunk_profile_;
  std::array<std::string, kernel_traffic.size()> labels_;
};

} // namespace isobar
