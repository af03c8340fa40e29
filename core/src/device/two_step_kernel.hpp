#pragma once
#include "device/box_sources.hpp"
#include "device/box_steps.hpp"
#include "device/mirrored_axis.hpp"
#include "device/pack.hpp"

namespace isobar {

/// Two smoothing steps in one pass over memory, on a rank that has the whole of a uniform box: what the first one gives never
/// leaves the chip. Source is one of box_sources.hpp.
template <class P, class Source> struct TwoStepKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  UniformBox<A> box;
  FieldStrides<P::layout> strides;
  MirroredAxis x, y, z;
  UniformStep<A> first, second;
  SmoothedCells cells;
  Source u;
  Cells<S, P::layout> f, out;

  TwoStepKernel(const BoxGridOf<P>& grid, double first, double second, bool colours,
                const Source& u, const Field<S>& f, const Field<S>& out)
      : box(grid), strides(f), x(grid.spec().x), y(grid.spec().y), z(grid.spec().z),
        first(first, colours, box), second(second, colours, box), cells{colours}, u(u), f(f),
        out(out) {}

  template <int n> KOKKOS_FORCEINLINE_FUNCTION const UniformStep<A>& step() const {
    return n == 0 ? first : second;
  }
  /// Factors of step 0 or 1 in the cells from (i, k, j) on.
  template <int n, class V>
  KOKKOS_FORCEINLINE_FUNCTION StepFactors<V> factors(int i, int k, int j) const {
    const UniformStep<A>& s = step<n>();
    V taken(s.taken(box, i, k, j));
    for (int c = 1; c < V::width && s.colours; ++c) taken.set(c, s.taken(box, i + c, k, j));
    return {s, taken};
  }
  /// u after step n in the cells from (i, k, j) on.
  template <int n, class V>
  KOKKOS_FORCEINLINE_FUNCTION V after(const StepFactors<V>& factors, const Window<V>& u, const V& f,
                                      int i, int k, int j) const {
    return cells.chosen(n, i, k, j, u.centre, factors.next(box, u, f));
  }
  /// After step 0 from u = 0.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V after_from_zero(const StepFactors<V>& factors, const V& f, int i,
                                                int k, int j) const {
    return cells.chosen(0, i, k, j, V(), factors.taken * f);
  }
};

} // namespace isobar
