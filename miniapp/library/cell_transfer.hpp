#pragma once
#include "library/block_cells.hpp"
#include "library/boundary_terms.hpp"

#include <memory>
#include <utility>

namespace isobar {

/// Moves numbers between a caller's cells, in blocks, and fields. Cells that kernels reach move at
/// once. With a device, cells of a host travel in double and in host order. They travel in place if
/// they are so already, or else through staging memory.
class CellTransfer {
public:
  /// `blocks`: null if the caller's one block is this rank's
  /// own columns. `boundary` must outlive this object.
  CellTransfer(std::shared_ptr<BlockCells> blocks, const BoundaryTerms& boundary)
      : blocks_(std::move(blocks)), boundary_(boundary) {}

  /// Computes f = (cells, integrated over the cells unless
  /// they are integrals, plus boundary terms) factor
  template <class P>
  void read_rhs(const HostOrder<P>& order, const GridLevel<typename P::arithmetic>& grid,
                BlocksIn cells, RightSide kind, const FieldOf<P>& f, double factor) {
    if (kind == RightSide::cell_means) integrate(order, grid, cells, f, factor);
    else read(order, cells, f, factor);
    boundary_.add<P>(grid.rows(), f, factor);
  }
  /// Computes f = cells |T| V_k factor
  template <class P>
  void integrate(const HostOrder<P>& order, const GridLevel<typename P::arithmetic>& grid,
                 BlocksIn cells, const FieldOf<P>& f, double factor) {
    if (blocks_)
      for (const auto& some : blocks_->to_columns(cells))
        order.integrate(grid, some.cells, f, factor, some.at);
    else if (in_reach(cells.front().place()))
      order.integrate(grid, strided(cells.front()), f, factor);
    else order.integrate(grid, staged_.in_host_order(cells.front()), f, factor);
  }
  /// Computes u = cells factor
  template <class P>
  void read(const HostOrder<P>& order, BlocksIn cells, const FieldOf<P>& u, double factor) {
    if (blocks_)
      for (const auto& some : blocks_->to_columns(cells))
        order.from_cells(some.cells, u, factor, some.at);
    else if (in_reach(cells.front().place())) order.from_cells(strided(cells.front()), u, factor);
    else order.from_host(staged_.in_host_order(cells.front()), u, factor);
  }
  /// Computes cells = u factor
  template <class P>
  void write(const HostOrder<P>& order, const FieldOf<P>& u, BlocksOut cells, double factor) {
    if (blocks_) {
      for (const auto& some : blocks_->to_be_written(cells))
        order.to_cells(u, some.cells, factor, some.at);
      return blocks_->to_blocks(cells);
    }
    if (in_reach(cells.front().place())) return order.to_cells(u, strided(cells.front()), factor);
    const HostField host = staged_.host_order_for(cells.front());
    order.to_host(u, host, factor);
    StagedCells::take_from(host, cells.front());
  }

private:
  std::shared_ptr<BlockCells> blocks_;
  const BoundaryTerms& boundary_;
  StagedCells staged_;
};

} // namespace isobar
