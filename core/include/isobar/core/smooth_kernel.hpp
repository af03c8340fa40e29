#pragma once
#include <isobar/core/column_policy.hpp>
#include <isobar/core/interpolation.hpp>
#include <isobar/core/tridiag.hpp>

/// The smoother's kernel, for every source that its u may come from (petascale paper, eq. 11).
namespace isobar {

/// u as it stands in memory.
template <class S> struct StoredCells {
  Cells<S> u;
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(int i, int k, int j) const {
    return load<V>(u.at(i, k, j));
  }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V neighbours(const ColumnStencil<V>& c, int i, int k, int j) const {
    return isobar::neighbours(c, u, i, k, j);
  }
};

/// out = (1 - rho) u + rho M^-1 (f - N u), N the horizontal part of A. Source is StoredCells,
/// CorrectedCells or CorrectedRows; W columns a lane.
template <class P, class Source, int W> struct SmoothKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using pack = Pack<A, W>;
  struct Column {
    ColumnStencil<pack> stencil; ///< per area
    pack inverse_area, shift;
  };
  GridCells<A> grid;
  A rho;
  Source u;
  Cells<S> f, out;

  KOKKOS_FORCEINLINE_FUNCTION const LevelCoefficients<A>* profile() const { return grid.profile; }
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    const auto stencil = ColumnStencil<pack>::at(grid, i, j).per_area();
    return {stencil, reciprocal(stencil.area), stencil.total};
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rhs(const Column& c, int i, int k, int j, int,
                                       SumPacks<pack>&) const {
    return c.inverse_area * load<pack>(f.at(i, k, j)) +
           grid.profile[k].d * u.neighbours(c.stencil, i, k, j);
  }
  KOKKOS_FORCEINLINE_FUNCTION void result(int i, int k, int j, const pack& x, int active,
                                          SumPacks<pack>&) const {
    S* target = out.at(i, k, j);
    store(target, (A(1) - rho) * u.template value<pack>(i, k, j) + rho * x, active);
    will_write(target - out.level);
  }
};

} // namespace isobar
