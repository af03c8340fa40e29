#include "launch/seed_search.hpp"

#include "base/precision_list.hpp"
#include "device/chunk_solve.hpp"
#include "device/pack.hpp"
#include "device/tridiag.hpp"

#include <algorithm>
#include <utility>

namespace isobar {
namespace {

/// The searches of several levels, whose columns are counted level by level.
template <class A> struct FindSeedsOfLevels {
  static constexpr std::size_t most = 8; ///< levels in the arguments of a launch
  Kokkos::Array<FindSeeds<A>, most> levels;
  Kokkos::Array<Int64, most> end; ///< columns of a level and those before it

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    int level = 0;
    while (n >= end[level]) ++level;
    levels[level](level == 0 ? n : n - end[level - 1]);
  }
};

} // namespace

template <class A>
FindSeeds<A>::FindSeeds(const GridLevel<A>& level, const typename LaunchPlan<A>::Seeds& all_seeds,
                        double* least_inverse, int layers_of_chunk)
    : grid(level), seeds(all_seeds), least(least_inverse), nx(int(level.columns().area.extent(0))),
      ny(level.ny()), layers(layers_of_chunk) {}

template <class A> KOKKOS_FUNCTION void FindSeeds<A>::operator()(Int64 n) const {
  using V = Pack<A, 1>;
  constexpr int restart = layers_to_restart<A>(1 << 20); // a constant, right for any chunk
  const int i = int(n % nx), j = int(n / nx), seeded = int(seeds.extent(1));
  const std::ptrdiff_t at = j * grid.row + i;
  const V shift = reciprocal(V(grid.vertical[at])) * V(grid.total[at]);
  const V reaction(grid.reaction[j * grid.reaction_row + i]);
  Elimination<V> state;
  A smallest(1), shrink(1); // an underflow is below the bound, too
  LayerCoefficients<A> layer;
  for (int chunk = 0; chunk <= seeded; ++chunk) {
    const LayerCoefficients<A>* const lowest = grid.profile + chunk * layers;
    for (int l = 0; l < layers; ++l) {
      if (l % restart == 0) shrink = A(1);
      layer = lowest[l];
      const A link = eliminate(layer, shift, reaction, V(), state).link.get(0);
      if (layer.b > A(0)) shrink *= link; // not a closed top layer, or above it
      if (shrink < smallest) smallest = shrink;
    }
    if (chunk < seeded) seeds(i, chunk, j) = layer.b * state.ratio.get(0);
  }
  // Nearly all columns write nothing. Others read first: an atomic on the host's memory takes long.
  if (const double found(smallest);
      found * most_growth<A> < 1.0 && found < *static_cast<volatile double*>(least))
    Kokkos::atomic_fetch_min(least, found);
}

template <class A>
SeedSearch<A>::SeedSearch(const FindSeeds<A>& find, std::shared_ptr<ChunkGrowth> growth)
    : finds_{find}, growths_{std::move(growth)} {}

template <class A> bool SeedSearch<A>::join(GatheredLaunch& later) {
  auto* const other = dynamic_cast<SeedSearch*>(&later);
  if (other == nullptr || finds_.size() + other->finds_.size() > FindSeedsOfLevels<A>::most)
    return false;
  std::ranges::copy(other->finds_, std::back_inserter(finds_));
  std::ranges::copy(other->growths_, std::back_inserter(growths_));
  return true;
}

template <class A> void SeedSearch<A>::launch() {
  FindSeedsOfLevels<A> all{};
  Int64 columns = 0;
  for (std::size_t n = 0; n < finds_.size(); ++n) {
    all.levels[n] = finds_[n];
    all.end[n] = columns += finds_[n].columns();
  }
  using Columns = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;
  Kokkos::parallel_for("isobar/seeds", as_arguments(Columns(0, columns)), all);
  for (const auto& growth : growths_) growth->found = DeviceMark::here();
}

ISOBAR_INSTANTIATE_FOR_ARITHMETIC(struct FindSeeds)
ISOBAR_INSTANTIATE_FOR_ARITHMETIC(class SeedSearch)

} // namespace isobar
