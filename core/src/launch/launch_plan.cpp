#include "base/precision_list.hpp"
#include "device/cells.hpp"
#include "device/chunk_solve.hpp"
#include "device/pack.hpp"
#include "device/tridiag.hpp"
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/launch/launch_plan.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// Runs the elimination up every column, and keeps the numbers that enter each chunk. It finds the largest growth of q between
/// two of its starts (chunk_solve.hpp), as the smallest 1 / growth. The result is 0 if two layers are not coupled, for example
/// modes in place of layers, as q then has no bound.
template <class A> struct FindSeeds {
  using V = Pack<A, 1>;
  GridCells<A> grid;
  Profile<A> profile;
  typename LaunchPlan<A>::Seeds seeds;
  int nx; ///< columns with their padding, which has no couplings
  int nz;
  int layers, restart; ///< of a chunk, and between two starts of q
  KOKKOS_FUNCTION void operator()(Int64 n, double& least) const {
    const int i = int(n % nx), j = int(n / nx), seeded = int(seeds.extent(1));
    const std::ptrdiff_t at = j * grid.row + i;
    const V shift = reciprocal(V(grid.vertical[at])) * V(grid.total[at]);
    const V reaction(grid.reaction[j * grid.reaction_row + i]);
    Elimination<V> state;
    for (int chunk = 0; chunk <= seeded; ++chunk) {
      double shrink = 1.0;
      for (int l = 0; l < layers; ++l) {
        if (l % restart == 0) shrink = 1.0;
        const LayerCoefficients<A>& layer = profile(chunk * layers + l);
        const A link = eliminate(layer, shift, reaction, V(), state).link.get(0);
        if (double(layer.b) > 0.0)
          shrink *= double(link); // except for a closed top layer and those above it
        else if (chunk * layers + l + 1 < nz) shrink = 0.0;
        if (shrink < least) least = shrink;
      }
      const A below = profile((chunk + 1) * layers - 1).b;
      if (chunk < seeded) seeds(i, chunk, j) = below * state.ratio.get(0);
    }
  }
};

/// A sum in memory that the host reads later, so that nobody waits for the launch.
using LeastOfColumns = Kokkos::Min<double, PinnedSpace>;

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
  growth_ = std::make_shared<Growth>();
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
  const ColumnGeometry<A>& columns = grid.columns();
  const FindSeeds<A> find{GridCells(grid),
                          grid.profile(),
                          seeds_,
                          int(columns.area.extent(0)),
                          grid.nz(),
                          planned_.layers,
                          layers_to_restart<A>(planned_.layers)};
  CopyBatch::launch([find, ny = grid.ny(), growth = growth_] {
    using Columns = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;
    Kokkos::parallel_reduce("isobar/seeds", as_arguments(Columns(0, Int64(find.nx) * ny)), find,
                            LeastOfColumns(growth->least.view()));
    growth->found = DeviceMark::here();
  });
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
