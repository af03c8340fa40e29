#pragma once
#include "box/box_sources.hpp"
#include "box/box_steps.hpp"
#include "box/kernels/gpu/two_step_march.hpp"
#include "box/kernels/two_step_rows.hpp"

#include <string>

namespace isobar {

/// Two smoothing steps in one pass over memory, on a rank that has whole rows of a box. The first step's result never leaves
/// the chip. Box is UniformBox or BoxCells, Rows tells where neighbours' rows are (WholeAxis, DistributedRows), Source is one
/// of box_sources.hpp, Steps one of box_steps.hpp.
template <class P, class Box, class Rows, class Source, class Steps> struct TwoStepKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  using Layer = typename Box::Layer;
  Box box;
  FieldStrides<P::layout> strides;
  WholeAxis x;
  Rows y;
  WholeAxis z;
  Source u;
  Steps steps;
  Cells<S, P::layout> f, out;

  TwoStepKernel(const BoxGridOf<P>& grid, const Box& box, const Rows& rows, const Source& u,
                const Steps& steps, const Field<S>& f, const Field<S>& out)
      : box(box), strides(f), x{grid.nx(), grid.spec().x.is_periodic()},
        y(rows), z{grid.nz(), grid.spec().z.is_periodic()}, u(u), steps(steps), f(f), out(out) {}

  /// Returns u after step n in the cells from (i, k, j) on; `sum` is f plus the couplings times the neighbours.
  template <class Column, class V>
  KOKKOS_FORCEINLINE_FUNCTION V after(int n, const Column& column, const Layer& layer, const V& u,
                                      const V& sum, int i, int k, int j) const {
    const V next = u + steps.rho[n] * (sum - box.total(column, layer) * u) *
                           steps.template inverse<V>(box, column, layer);
    return steps.chosen(n, i, k, y.first + j, u, next);
  }
};

/// Runs both steps in `rows`. Returns before a device has finished.
template <class K>
void for_two_steps(const std::string& label, const K& kernel, const RowSpan& rows) {
  if constexpr (K::precision::walk == Walk::march) {
    launch(label, TwoStepMarch<K>(kernel, rows));
  } else {
    const TwoStepRows<K> walk(kernel, rows);
    Kokkos::parallel_for(label, walk.policy(), walk);
  }
}
/// Runs the first step in the rows beside neighbours. There must be at least one such row.
template <class K> void for_first_step(const std::string& label, const K& kernel) {
  if constexpr (K::precision::walk == Walk::march) {
    launch(label, FirstStepMarch<K>(kernel));
  } else {
    const FirstStepRows<K> walk(kernel);
    Kokkos::parallel_for(label, walk.policy(), walk);
  }
}

} // namespace isobar
