#include "base/precision_list.hpp"
#include "device/chunk_solve.hpp"
#include "launch/seed_search.hpp"
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/launch/launch_plan.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// Whether each layer is coupled to the next one. Otherwise q has no bound (chunk_solve.hpp), for
/// example with modes in place of layers.
template <class A> bool couples_all_layers(const GridLevel<A>& grid) {
  for (int k = 0; k + 1 < grid.nz(); ++k)
    if (double(grid.layers()[std::size_t(k)].b) <= 0.0) return false;
  return true;
}

} // namespace

template <class A>
LaunchPlan<A>::LaunchPlan(const GridLevel<A>& grid, Walk walk,
                          const std::vector<MarchRule>& rules) {
  const Region region(setup_part::plans);
  for (const KernelTraffic& t : kernel_traffic)
    labels_[std::size_t(t.kernel)] = kernel_label(t.kernel, grid.index());
  if (walk == Walk::march)
    planned_ = march_shape(grid.nx(), grid.ny(), grid.nz(), sizeof(A), rules);
  if (planned_.chunks == 0) return;
  growth_ = std::make_shared<ChunkGrowth>();
  chunk_profile_.on_device = make_view<Kokkos::View<A*, MemorySpace>>(
      "isobar chunk profile", planned_.chunks * chunk_stride<A>(planned_.layers));
  seeds_ = make_view<Seeds>("isobar seeds", grid.columns().area.extent(0), planned_.chunks - 1,
                            grid.ny());
  prepare_chunks(grid);
}

template <class A> void LaunchPlan<A>::update(const GridLevel<A>& grid) {
  if (planned_.chunks > 0) prepare_chunks(grid);
}

template <class A> LaunchPlan<A> LaunchPlan<A>::rows(int first, int count, int i) const {
  LaunchPlan plan = *this;
  if (seeds_.size() > 0)
    plan.seeds_ = Kokkos::subview(seeds_, std::pair(i, int(seeds_.extent(0))), Kokkos::ALL,
                                  std::pair(first, first + count));
  return plan;
}

template <class A> void LaunchPlan<A>::prepare_chunks(const GridLevel<A>& grid) {
  single_layers_ = std::ranges::all_of(grid.layers(), [](const LayerCoefficients<A>& layer) {
    return double(layer.b) == 0.0 && double(layer.c) == 0.0;
  });
  chunk_profile_.numbers = chunk_numbers(grid.layers(), grid.nz(), planned_.chunks, planned_.layers,
                                         grid.least_reaction());
  to_device(chunk_profile_.numbers, chunk_profile_.on_device);
  const bool bounded = couples_all_layers(grid);
  const Kokkos::View<double*, MemorySpace> least(growth_->least.data(), 1);
  to_device({bounded ? 1.0 : 0.0}, least); // behind an older search, which may still run
  if (bounded)
    CopyBatch::launch(std::make_unique<SeedSearch<A>>(
        FindSeeds<A>(grid, seeds_, growth_->least.data(), planned_.layers), growth_));
  else CopyBatch::launch([growth = growth_] { growth->found = DeviceMark::here(); });
}

template <class A> MarchShape LaunchPlan<A>::march() const {
  if (planned_.chunks == 0) return {};
  CopyBatch::send(); // otherwise the mark would be the one before
  growth_->found.wait();
  return growth_->least() * most_growth<A> >= 1.0 ? planned_ : MarchShape{};
}

template <class A>
Int64 LaunchPlan<A>::bytes(int nx, int ny, int nz, Walk walk, const std::vector<MarchRule>& rules) {
  if (walk == Walk::blocks) return 0;
  const MarchShape march = march_shape(nx, ny, nz, sizeof(A), rules);
  if (march.chunks == 0) return 0;
  const Int64 seeds = Int64(GridLevel<A>::padded_columns(nx)) * (march.chunks - 1) * ny;
  return (seeds + Int64(march.chunks) * chunk_stride<A>(march.layers)) * Int64(sizeof(A));
}

ISOBAR_INSTANTIATE_FOR_ARITHMETIC(class LaunchPlan)

} // namespace isobar
