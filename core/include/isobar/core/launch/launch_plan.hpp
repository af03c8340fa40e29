#pragma once
#include <isobar/core/grid/grid_level.hpp>
#include <isobar/core/launch/kernel_list.hpp>

#include <array>
#include <span>
#include <vector>

namespace isobar {

/// The shape of the teams that solve columns on a GPU: `lanes` columns, each shared by `chunks`
/// threads with `layers` layers each. chunks = 0: one lane walks a column (any n_z, slow on a GPU).
struct MarchShape {
  int lanes = 0, chunks = 0, layers = 0;
  int teams_per_multiprocessor = 1; ///< more teams march fewer rows each
  bool operator==(const MarchShape&) const = default;
};

/// A rule that stands above the table of shapes: for levels of so many columns or more, whose
/// arithmetic numbers have `word` bytes. Of several the first that fits a level counts. A rule fits
/// if its shape holds n_z layers and reaches no further than fields do (padding.hpp). Hosts ignore
/// rules.
struct MarchRule {
  std::size_t word = 0;
  std::int64_t columns = 0;
  MarchShape shape;
  bool operator==(const MarchRule&) const = default;
};

/// The shapes that are compiled, for one team on a multiprocessor.
std::span<const MarchShape> compiled_march_shapes();

/// The shape for a level of nx x ny columns of nz layers with arithmetic numbers of `word` bytes, by
/// the first rule that fits or by the table.
MarchShape march_shape(int nx, int ny, int nz, std::size_t word,
                       const std::vector<MarchRule>& rules = {});

/// How teams walk a level, and what they need for it beside the matrix. Made once, at setup.
template <class A> class LaunchPlan {
public:
  LaunchPlan() = default;
  /// Runs the elimination up every column once. If the numbers of a chunk leave the range of A
  /// (chunk_solve.hpp), one lane walks a column.
  LaunchPlan(const GridLevel<A>& grid, const std::vector<MarchRule>& rules);

  const MarchShape& march() const { return march_; }
  /// What the chunks of a march start from: b e / p (tridiag.hpp) below each chunk but the first,
  /// (i, chunk - 1, j). Empty where nothing marches.
  using Seeds = Kokkos::View<A***, Kokkos::LayoutLeft, MemorySpace>;
  const Seeds& seeds() const { return seeds_; }
  /// The layers' coefficients as chunks want them (chunk_numbers). Empty where nothing marches.
  struct ChunkProfile {
    std::vector<A> numbers;
    Kokkos::View<A*, MemorySpace> on_device;
  };
  const ChunkProfile& chunk_profile() const { return chunk_profile_; }
  /// The name under which a launch of a kernel on this level appears in profiles.
  const std::string& label(Kernel k) const { return labels_[std::size_t(k)]; }

  /// Device bytes of the plan of a level of this shape.
  static Int64 bytes(int nx, int ny, int nz, const std::vector<MarchRule>& rules = {});

private:
  void prepare_chunks(const GridLevel<A>& grid);

  MarchShape march_;
  Seeds seeds_;
  ChunkProfile chunk_profile_;
  std::array<std::string, kernel_traffic.size()> labels_;
};

} // namespace isobar
