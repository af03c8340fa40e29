#pragma once
#include "fem/macro_places.hpp"

#include <algorithm>

namespace isobar {

/// A row of a transfer along one axis of a lattice: at most Most weights, from place `first` on. A weight in the plane is the
/// product of the weights of both axes.
template <int Most> struct AxisRow {
  static constexpr int most = Most;
  int first, count;
  double weights[Most];
};

/// Returns the row of place i of the fine lattice. Its weights are the values of the coarse basis there, for order 2 at 0, 1/4,
/// 1/2 and 3/4 of an element.
template <int K> KOKKOS_INLINE_FUNCTION AxisRow<K + 1> prolongation_row(int i) {
  if constexpr (K == 1) {
    if (i % 2 == 0) return {i / 2, 1, {1.0, 0.0}};
    return {i / 2, 2, {0.5, 0.5}};
  } else {
    const int first = i / 4 * 2;
    if (i % 2 == 0) return {i / 2, 1, {1.0, 0.0, 0.0}};
    if (i % 4 == 1) return {first, 3, {0.375, 0.75, -0.125}};
    return {first, 3, {-0.125, 0.75, 0.375}};
  }
}

/// Returns the row of place i inside the coarse lattice: the transpose of the prolongation.
template <int K> KOKKOS_INLINE_FUNCTION AxisRow<K == 1 ? 3 : 7> restriction_row(int i) {
  if constexpr (K == 1) return {2 * i - 1, 3, {0.5, 1.0, 0.5}};
  else {
    if (i % 2 == 0) return {2 * i - 3, 7, {-0.125, 0.0, 0.375, 1.0, 0.375, 0.0, -0.125}};
    return {2 * i - 1, 3, {0.75, 1.0, 0.75, 0.0, 0.0, 0.0, 0.0}};
  }
}

/// Calls finish(n, row n of a transfer times x, finish.given(n)) for the unknowns n inside macro elements. A team has a row of
/// unknowns. It first adds up in scratch the rows of x that it needs, and then sums along x.
template <int K, class T, bool ToCoarser, class Finish> struct MacroTransfer {
  using Policy = TeamPolicy;
  MacroPlaces from, to;
  const T* x;
  Finish finish;

  int teams() const { return to.macros * (to.cells - 1); }
  int team_size() const {
    const int warps = (to.cells - 1 + lanes_in_step - 1) / lanes_in_step;
    return on_host ? 1 : lanes_in_step * std::clamp(warps, 1, 4);
  }
  std::size_t scratch_bytes() const { return std::size_t(from.cells + 1) * sizeof(T) + 64; }

  KOKKOS_FUNCTION void operator()(const Member& team, int index) const {
    const int rows = to.cells - 1;
    const int macro = index / rows, j = 1 + index % rows;
    T* const sums = static_cast<T*>(
        team.team_scratch(0).get_shmem_aligned(std::size_t(from.cells + 1) * sizeof(T), 64));
    if constexpr (on_host) add_rows_on_host(macro, row(j), sums);
    else add_rows(team, macro, row(j), sums);
    team.team_barrier();
    const int first = to.row(macro, j);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, rows), [&](int at) {
      const auto along = row(1 + at);
      const auto given = finish.given(first + at);
      T sum = T(0);
      ISOBAR_UNROLL
      for (int a = 0; a < along.most; ++a)
        if (a < along.count) sum += T(along.weights[a]) * sums[along.first + a];
      finish(first + at, sum, given);
    });
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION static auto row(int i) {
    if constexpr (ToCoarser) return restriction_row<K>(i);
    else return prolongation_row<K>(i);
  }
  /// Adds up the rows of x at all places along x. Restrictions use neither end.
  template <class Row>
  KOKKOS_FORCEINLINE_FUNCTION void add_rows(const Member& team, int macro, const Row& along,
                                            T* sums) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, from.cells + 1), [&](int i) {
      const bool inside = i > 0 && i < from.cells;
      T sum = T(0);
      ISOBAR_UNROLL
      for (int b = 0; b < along.most; ++b)
        if (b < along.count) {
          const int j = along.first + b;
          const T value = inside ? from.lattice_row(x, macro, j)(i) : from.at_end(x, macro, i, j);
          sum += T(along.weights[b]) * value;
        }
      sums[i] = sum;
    });
  }
  /// Adds one row of x after the other, so that loops go along memory.
  template <class Row> void add_rows_on_host(int macro, const Row& along, T* sums) const {
    const int last = from.cells;
    std::fill(sums, sums + last + 1, T(0));
    for (int b = 0; b < along.count; ++b) {
      const int j = along.first + b;
      const T weight = T(along.weights[b]);
      const auto of_x = from.lattice_row(x, macro, j);
      if (of_x.step == 1)
        for (int i = 1; i < last; ++i) sums[i] += weight * of_x.first[i - 1];
      else
        for (int i = 1; i < last; ++i) sums[i] += weight * of_x(i);
      for (int end : {0, last}) sums[end] += weight * from.at_end(x, macro, end, j);
    }
  }
};

} // namespace isobar
