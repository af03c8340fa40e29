#pragma once
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/grid/level_part.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace isobar {

/// What travels to or comes from one other rank out of one field: `lines` runs of `length` numbers, contiguous in the
/// buffers, `stride` apart in the field. Rows of x travel as runs in x (one a layer) if x is fastest,
/// columns beside a western or eastern edge as whole columns, corners as one column; z fastest, all
/// runs are columns. Positions count numbers from the start of the field's memory, halo and padding included. Ghosts of vectors that
/// are dealt by lists (ghost_lists.hpp) travel as one block from lines of one number.
struct HaloBlock {
  int rank;  ///< the other one
  int field; ///< of those that are exchanged together
  int lines, length;
  std::ptrdiff_t line_stride, stride;
  std::ptrdiff_t first;      ///< first number in the field
  std::ptrdiff_t buffer = 0; ///< first number in the buffer
  int run = 0;               ///< first run (HaloRun)
  /// Where the numbers stand in the field, in place of first and strides.
  std::shared_ptr<const std::vector<int>> places = {};
  Int64 size() const { return Int64(lines) * length; }
};

/// Some lines of one block: what a team carries at once.
struct HaloRun {
  int field, lines, length;
  std::ptrdiff_t line_stride, stride, first, buffer;
  const int* places =
      nullptr; ///< of its numbers in the field, if they go by a list; first is 0 then
};
/// Numbers of a run, but for lines that are longer: four for each thread of a GPU's team.
inline constexpr int run_numbers = 512;

/// All that one rank sends, or all that it receives. Edges stand before corners, in the list and in
/// the buffer, so that an exchange without corners uses the first part of both. Blocks of one rank stand in the same
/// order on both sides.
class HaloSide {
public:
  /// Corners come after all edges. Sets the block's place in the buffer and among the runs.
  void add(HaloBlock block, Halo of = Halo::edges);

  const std::vector<HaloBlock>& all() const { return blocks_; }
  int blocks(Halo halo) const { return halo == Halo::edges ? edges_ : int(blocks_.size()); }
  /// Numbers that all blocks together hold, and the runs they consist of.
  Int64 size(Halo halo) const;
  int runs(Halo halo) const { return first_run(blocks(halo)); }
  int first_run(int block) const;
  /// All of them, in the order of the blocks; `places` is where kernels find place_list().
  std::vector<HaloRun> run_list(const int* places = nullptr) const;
  /// The places of the blocks that have lists, one block's behind another's.
  std::vector<int> place_list() const;
  /// Which block a run belongs to.
  int block_of_run(int run) const;
  /// The n-th of the blocks of that rank; -1 if there is none.
  int block_of(int rank, int n) const;

private:
  std::vector<HaloBlock> blocks_;
  int edges_ = 0;
};

/// Which numbers of some fields travel where. Halos go both ways between two ranks; what a merge gathers or scatters goes
/// one way (merge_pattern.hpp).
struct HaloPattern {
  std::vector<FieldShape> shapes; ///< of the fields
  HaloSide sent, received;

  /// The part of it with some of the ranks.
  HaloPattern with(const std::function<bool(int rank)>& wanted) const;
  Int64 size(Halo halo) const { return sent.size(halo) + received.size(halo); }
  bool empty() const { return sent.all().empty() && received.all().empty(); }
};

/// Halos of depth 1. Neighbours by Direction, -1 for none. One rank may be the neighbour in several directions, as two
/// ranks are in a periodic one: its blocks follow each other.
HaloPattern halo_pattern(const FieldShape& shape,
                         const std::array<int, direction_count>& neighbours);

/// The rows that `rank` computes and does not own (level_part.hpp), and `beyond` rows behind them; from those who own
/// them. `parts` are those of all ranks on one level; fields hold what their rank computes.
HaloPattern overlap_pattern(const FieldShape& shape, const std::vector<LevelPart>& parts, int rank,
                            int beyond);

/// Several patterns as one, each for a field of its own.
HaloPattern together(const std::vector<HaloPattern>& patterns);

} // namespace isobar
