#include <isobar/comm/topology/redistribution_plan.hpp>

#include "topology/halo_blocks.hpp"

#include <algorithm>
#include <utility>

namespace isobar {
namespace {

ColumnBlock own_columns(const Decomposition& d, int rank) {
  const Partition p = d.of_rank(rank).partition().in_host_order();
  return {p.first_i, p.first_j, p.nx, p.ny};
}

/// Adds a rectangle below those of a buffer.
void add(std::vector<SharedColumns>& buffer, int block, const ColumnBlock& columns) {
  const int row = buffer.empty() ? 0 : buffer.back().row + buffer.back().columns.ny;
  buffer.push_back({block, columns, row});
}

FieldShape shape_of(const std::vector<SharedColumns>& buffer, int nz) {
  if (buffer.empty()) return {};
  int width = 0;
  for (const SharedColumns& c : buffer) width = std::max(width, c.columns.nx);
  return FieldShape::of<double>(width, buffer.back().row + buffer.back().columns.ny, nz);
}

/// The numbers of some columns in a message: a block for each of their rows.
void add_rows(HaloSide& side, int field, const FieldShape& shape, int other,
              const SharedColumns& c) {
  for (int row = 0; row < c.columns.ny; ++row)
    side.add({other, field, shape.nz, c.columns.nx, shape.layer_stride(), shape.column_stride(),
              shape.place(0, 0, c.row + row)});
}

} // namespace

RedistributionPlan::RedistributionPlan(const BlockMap& blocks, const Decomposition& d, int rank,
                                       int nz) {
  std::vector<int> sent_to, received_from; // the ranks of the buffers' rectangles
  const ColumnBlock mine = own_columns(d, rank);
  for (int other = 0; other < d.ranks(); ++other) {
    const ColumnBlock theirs = own_columns(d, other);
    for (int n = 0; n < int(blocks.of_rank(rank).size()); ++n) {
      const ColumnBlock common = common_columns(blocks.of_rank(rank)[std::size_t(n)], theirs);
      if (common.empty()) continue;
      if (other == rank) own_.push_back({n, common});
      else {
        add(beside_blocks_, n, common);
        sent_to.push_back(other);
      }
    }
    if (other == rank) continue;
    for (int n = 0; n < int(blocks.of_rank(other).size()); ++n) {
      const ColumnBlock common = common_columns(blocks.of_rank(other)[std::size_t(n)], mine);
      if (common.empty()) continue;
      add(beside_columns_, n, common);
      received_from.push_back(other);
    }
  }
  HaloPattern others{{shape_of(beside_blocks_, nz), shape_of(beside_columns_, nz)}, {}, {}};
  for (std::size_t n = 0; n < beside_blocks_.size(); ++n)
    add_rows(others.sent, 0, others.shapes[0], sent_to[n], beside_blocks_[n]);
  for (std::size_t n = 0; n < beside_columns_.size(); ++n)
    add_rows(others.received, 1, others.shapes[1], received_from[n], beside_columns_[n]);
  way_.others = countable(std::move(others));
}

std::array<MergeWay, 2> RedistributionPlan::ways() const {
  MergeWay back = way_;
  std::swap(back.others.sent, back.others.received);
  return {way_, back};
}

BlockMap own_columns(const Decomposition& d) {
  std::vector<std::vector<ColumnBlock>> all;
  for (int rank = 0; rank < d.ranks(); ++rank) all.push_back({own_columns(d, rank)});
  const Partition p = d.partition().in_host_order();
  return {p.global_nx, p.global_ny, std::move(all)};
}

bool is_partition(const BlockMap& blocks, const Decomposition& d) {
  for (int rank = 0; rank < d.ranks(); ++rank) {
    const std::vector<ColumnBlock>& theirs = blocks.of_rank(rank);
    if (theirs.size() != 1 || theirs.front() != own_columns(d, rank)) return false;
  }
  return true;
}

ProcessGrid process_grid_of(const BlockMap& blocks) {
  constexpr ProcessGrid none{0, 0};
  int px = 0; // blocks in the first row
  for (int rank = 0; rank < blocks.ranks(); ++rank) {
    if (blocks.of_rank(rank).size() != 1) return none;
    if (blocks.of_rank(rank).front().first_j == 0) ++px;
  }
  if (px == 0 || blocks.ranks() % px != 0) return none;
  for (int rank = 0; rank < blocks.ranks(); ++rank) {
    const ColumnBlock &b = blocks.of_rank(rank).front(), &above = blocks.of_rank(rank % px).front(),
                      &left = blocks.of_rank(rank - rank % px).front();
    if (b.first_i != above.first_i || b.nx != above.nx || b.first_j != left.first_j ||
        b.ny != left.ny)
      return none;
  }
  return {px, blocks.ranks() / px};
}

} // namespace isobar
