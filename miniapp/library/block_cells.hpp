#pragma once
#include "library/staged_cells.hpp"

#include <isobar/comm/communicators/redistribution.hpp>

#include <memory>
#include <span>
#include <vector>

namespace isobar {

/// The cells of each of a rank's blocks.
using BlocksIn = std::span<const CellsIn>;
using BlocksOut = std::span<const CellsOut>;

/// Cells in memory that kernels reach, and the first of the rank's own columns to which they belong.
template <class Cells> struct CellsAt {
  Cells cells;
  FirstColumn at;
};

/// The cells of a caller's blocks, as the solver's own columns of the rank
/// need them. Cells that stay on the rank are read and written in place;
/// others go through the buffers of a redistribution. With a device, blocks
/// in the host's memory have copies on the device, made at first use.
class BlockCells {
public:
  /// `redistribution` moves cells between this rank's
  /// blocks, which have nz layers, and the own columns.
  BlockCells(std::unique_ptr<Redistribution> redistribution, const std::vector<ColumnBlock>& blocks,
             const Partition& own);

  /// Moves cells of the blocks to the ranks that solve for them. Returns the places
  /// of all own columns, valid until the next call of any function. Collective.
  std::vector<CellsAt<CellsToRead>> to_columns(BlocksIn blocks);
  /// The places to which all own columns must be written before to_blocks moves them to these blocks.
  std::vector<CellsAt<CellsToWrite>> to_be_written(BlocksOut blocks);
  /// Moves the own columns from the places of to_be_written to the blocks. Collective.
  void to_blocks(BlocksOut blocks);

  /// The cost of calls since start_count().
  const Redistributed& count() const { return count_; }
  void start_count() { count_.seconds = 0.0; }

private:
  template <class Void> auto in_reach_of_kernels(const CellData<Void>& cells, std::size_t n);
  template <class Void>
  auto part(std::span<const CellData<Void>> blocks, const SharedColumns& columns);
  template <class Void> auto own_columns(std::span<const CellData<Void>> blocks);
  FirstColumn place(const ColumnBlock& columns) const;
  void to_device(BlocksIn blocks);
  void to_host(BlocksOut blocks);

  /// A copy of a block that kernels do not reach, in double.
  struct Copy {
    using OnDevice = Kokkos::View<double***, Kokkos::LayoutRight, MemorySpace>;
    OnDevice device;
    StagedCells staged;
  };
  std::unique_ptr<Redistribution> redistribution_;
  std::vector<ColumnBlock> blocks_;
  FirstColumn first_; ///< the first own column in the whole domain
  std::vector<Copy> copies_;
  Redistributed count_;
};

} // namespace isobar
