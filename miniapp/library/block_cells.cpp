#include "library/block_cells.hpp"

#include <utility>

namespace isobar {
namespace {

/// Adds the time until the device has finished its work to a sum.
class AddedTime {
public:
  explicit AddedTime(double& seconds) : seconds_(seconds) {}
  ~AddedTime() {
    Kokkos::fence();
    seconds_ += timer_.seconds();
  }
  AddedTime(const AddedTime&) = delete;
  AddedTime& operator=(const AddedTime&) = delete;

private:
  double& seconds_;
  Kokkos::Timer timer_;
};

} // namespace

BlockCells::BlockCells(std::unique_ptr<Redistribution> redistribution,
                       const std::vector<ColumnBlock>& blocks, const Partition& own)
    : redistribution_(std::move(redistribution)), blocks_(blocks), first_{own.first_i, own.first_j},
      copies_(blocks.size()) {
  for (const SharedColumns& c : redistribution_->plan().beside_blocks())
    count_.columns += std::int64_t(c.columns.nx) * c.columns.ny;
  count_.bytes = redistribution_->bytes();
}

/// Returns the block itself, or its copy on the device.
template <class Void>
auto BlockCells::in_reach_of_kernels(const CellData<Void>& cells, std::size_t n) {
  if (in_reach(cells.place())) return strided(cells);
  const auto& [nx, ny, nz] = cells.extents();
  auto& device = copies_[n].device;
  if (device.data() == nullptr)
    device = typename Copy::OnDevice(
        Kokkos::view_alloc("isobar cells of a block", Kokkos::WithoutInitializing), std::size_t(ny),
        std::size_t(nx), std::size_t(nz));
  return strided(CellData<Void>(device.data(), int(nx), int(ny), int(nz)));
}

template <class Void>
auto BlockCells::part(std::span<const CellData<Void>> blocks, const SharedColumns& c) {
  const auto n = std::size_t(c.block);
  auto part = in_reach_of_kernels(blocks[n], n);
  std::visit(
      [&](auto& some) {
        some.data += (c.columns.first_i - blocks_[n].first_i) * some.x_stride +
                     (c.columns.first_j - blocks_[n].first_j) * some.y_stride;
        some.nx = c.columns.nx;
        some.ny = c.columns.ny;
      },
      part);
  return part;
}

/// The cells that stay on this rank and pass through no buffer.
template <class Void> auto BlockCells::own_columns(std::span<const CellData<Void>> blocks) {
  std::vector<CellsAt<decltype(part(blocks, SharedColumns{}))>> all;
  for (const SharedColumns& c : redistribution_->plan().own())
    all.push_back({part(blocks, c), place(c.columns)});
  return all;
}

std::vector<CellsAt<CellsToRead>> BlockCells::to_columns(BlocksIn blocks) {
  to_device(blocks);
  const RedistributionPlan& plan = redistribution_->plan();
  {
    const AddedTime time(count_.seconds);
    for (std::size_t n = 0; n < plan.beside_blocks().size(); ++n)
      copy_cells(part(blocks, plan.beside_blocks()[n]), redistribution_->beside_blocks(int(n)));
    redistribution_->to_columns();
  }
  redistribution_->check();
  std::vector<CellsAt<CellsToRead>> all = own_columns(blocks);
  for (std::size_t n = 0; n < plan.beside_columns().size(); ++n)
    all.push_back({redistribution_->beside_columns(int(n)).read_only(),
                   place(plan.beside_columns()[n].columns)});
  return all;
}

std::vector<CellsAt<CellsToWrite>> BlockCells::to_be_written(BlocksOut blocks) {
  std::vector<CellsAt<CellsToWrite>> all = own_columns(blocks);
  const std::vector<SharedColumns>& others = redistribution_->plan().beside_columns();
  for (std::size_t n = 0; n < others.size(); ++n)
    all.push_back({redistribution_->beside_columns(int(n)), place(others[n].columns)});
  return all;
}

void BlockCells::to_blocks(BlocksOut blocks) {
  const RedistributionPlan& plan = redistribution_->plan();
  {
    const AddedTime time(count_.seconds);
    redistribution_->to_blocks();
    for (std::size_t n = 0; n < plan.beside_blocks().size(); ++n)
      copy_cells(redistribution_->beside_blocks(int(n)).read_only(),
                 part(blocks, plan.beside_blocks()[n]));
  }
  redistribution_->check();
  to_host(blocks);
}

FirstColumn BlockCells::place(const ColumnBlock& columns) const {
  return {columns.first_i - first_.i, columns.first_j - first_.j};
}

void BlockCells::to_device(BlocksIn blocks) {
  if constexpr (on_host) return;
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    if (in_reach(blocks[n].place())) continue;
    in_reach_of_kernels(blocks[n], n); // makes the copy
    Kokkos::deep_copy(copies_[n].device, copies_[n].staged.in_host_order(blocks[n]));
  }
}

void BlockCells::to_host(BlocksOut blocks) {
  if constexpr (on_host) return;
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    if (in_reach(blocks[n].place())) continue;
    const HostField host = copies_[n].staged.host_order_for(blocks[n]);
    Kokkos::deep_copy(host, copies_[n].device);
    StagedCells::take_from(host, blocks[n]);
  }
}

} // namespace isobar
