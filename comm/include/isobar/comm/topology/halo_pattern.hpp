#pragma once
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/grid/level_part.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace isobar {

/// The numbers of one field that travel to or from one other rank. They are `lines` runs of
/// `length` numbers, contiguous in the buffers, `stride` apart in the field. If x is fastest, a row
/// of x travels as one run in x for each layer. Columns at a western or eastern edge or at a corner
/// travel as whole columns. If z is fastest, all runs are columns. Positions count from the start
/// of the field's memory, with halo and padding. Ghosts of vectors distributed by lists
/// (ghost_lists.hpp) travel as one block of lines of one number.
struct HaloBlock {
  int rank;  ///< the other rank
  int field; ///< index among the fields that are exchanged together
  int lines, length;
  std::ptrdiff_t line_stride, stride;
  std::ptrdiff_t first;      ///< first number in the field
  std::ptrdiff_t buffer = 0; ///< first number in the buffer
  int run = 0;               ///< first run (HaloRun)
  /// The places of the numbers in the field, instead of first and strides.
  std::shared_ptr<const std::vector<int>> places = {};
  Int64 size() const { return Int64(lines) * length; }
};

/// Some lines of one block: the work of one team.
struct HaloRun {
  int field, lines, length;
  std::ptrdiff_t line_stride, stride, first, buffer;
  const int* places =
      nullptr; ///< the places of its numbers in the field, if it has a list; then first is 0
};
/// Numbers of a run, unless its lines are longer: four for each thread of a GPU's team.
inline constexpr int run_numbers = 512;

/// All blocks that one rank sends, or all that it receives. Edges precede corners,
/// in the list and in the buffer, so that an exchange without corners uses the
/// first part of both. Blocks between two ranks have the same order on both sides.
class HaloSide {
public:
  /// Corners come after all edges. Sets the block's place in the buffer and among the runs.
  void add(HaloBlock block, Halo of = Halo::edges);

  const std::vector<HaloBlock>& all() const { return blocks_; }
  int blocks(Halo halo) const { return halo == Halo::edges ? edges_ : int(blocks_.size()); }
  /// Numbers in all blocks together, and the runs that they consist of.
  Int64 size(Halo halo) const;
  int runs(Halo halo) const { return first_run(blocks(halo)); }
  /// The number of runs before those of a block.
  int first_run(int block) const;
  /// All runs, in the order of the blocks; `places`: where kernels find place_list().
  std::vector<HaloRun> run_list(const int* places = nullptr) const;
  /// The places of the blocks that have lists, block after block.
  std::vector<int> place_list() const;
  /// The block that a run belongs to.
  int block_of_run(int run) const;
  /// The n-th block of that rank; -1 if there is none.
  int block_of(int rank, int n) const;

private:
  std::vector<HaloBlock> blocks_;
  int edges_ = 0;
};

/// Which numbers of some fields travel to which ranks. Halos travel both ways
/// between two ranks; a merge's numbers travel one way (merge_pattern.hpp).
struct HaloPattern {
  std::vector<FieldShape> shapes; ///< of the fields
  HaloSide sent, received;

  /// The part of the pattern that concerns the wanted ranks.
  HaloPattern with(const std::function<bool(int rank)>& wanted) const;
  Int64 size(Halo halo) const { return sent.size(halo) + received.size(halo); }
  bool empty() const { return sent.all().empty() && received.all().empty(); }
};

/// The pattern of halos of depth 1. Neighbours by Direction, -1 for
/// none. One rank may be the neighbour in several directions, for
/// example if one is periodic. Its blocks then follow each other.
HaloPattern halo_pattern(const FieldShape& shape,
                         const std::array<int, direction_count>& neighbours);

/// The pattern of the rows that `rank` computes and does not own (level_part.hpp), and of `beyond`
/// rows behind them. Their owners send them. `parts`: all ranks' parts of one level. Fields hold
/// the rows that their rank computes.
HaloPattern overlap_pattern(const FieldShape& shape, const std::vector<LevelPart>& parts, int rank,
                            int beyond);

/// Combines patterns, each for a field of its own, into one.
HaloPattern together(const std::vector<HaloPattern>& patterns);

} // namespace isobar
