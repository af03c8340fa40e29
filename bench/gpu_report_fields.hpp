#pragma once
#include "gpu_report.hpp"

#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

#include <cstdint>

namespace isobar::gpu_report {

inline GridSpec grid_spec(const Sizes& sizes) {
  Atmosphere a;
  a.time_step = default_time_step(sizes.columns);
  return {Domain::panel, LayerSpacing::graded, non_dimensional(a), sizes.nz};
}

/// The finest level, whole, with the launch rules of these sizes.
template <class A> PlannedGrid<A> whole_grid(const Sizes& s) {
  return {grid_spec(s), Partition::whole(s.columns, s.columns), 0, 1.0, 1, s.march};
}

/// Numbers in [-1, 1) that no cache compresses, halo and padding included.
template <class T> void randomise(const Field<T>& field, std::uint64_t seed) {
  T* const numbers = field.flat().data();
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;
  Kokkos::parallel_for(
      "isobar/randomise", Range(0, Int64(field.flat().extent(0))), KOKKOS_LAMBDA(Int64 n) {
        std::uint64_t x = std::uint64_t(n) + seed * 0x9e3779b97f4a7c15U; // SplitMix64
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
        numbers[n] = T(2.0 * double((x ^ (x >> 31)) >> 11) * 0x1p-53 - 1.0);
      });
  Kokkos::fence();
}

template <class T> Field<T> random_field(int columns, int nz, std::uint64_t seed) {
  Field<T> field("isobar random", columns, columns, nz);
  randomise(field, seed);
  return field;
}

} // namespace isobar::gpu_report
