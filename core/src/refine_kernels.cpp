#include <isobar/core/cell_walk.hpp>
#include <isobar/core/refine_kernels.hpp>
#include <isobar/core/stencil.hpp>

namespace isobar {
namespace {

using pack = Pack<double, pack_width<double>>;

/// A field, and the power of two on it: multiplying by that is exact, so a sum of parts is rounded
/// once, with or without fused multiply-add, and alike wherever it is computed.
template <class S> struct Part {
  Cells<S> cells;
  Strides strides;
  double factor;

  KOKKOS_FORCEINLINE_FUNCTION S* at(const Cell& c) const {
    return cells.origin + strides.cell(c.i, c.k, c.j).at;
  }
  /// Of the cell that many columns east, levels up and rows north of c.
  KOKKOS_FORCEINLINE_FUNCTION pack value(const Cell& c, int east, int up, int north) const {
    return factor * load<pack>(at({c.i + east, c.k + up, c.j + north, 0}));
  }
};
Part<float> part(const ScaledSingle& x) { return {Cells(x.field), Strides(x.field), x.factor}; }
Part<double> part(const Field<double>& x) { return {Cells(x), Strides(x), 1.0}; }

/// u + e, added where it is read.
template <class S> struct Sum2 {
  Part<S> u;
  Part<float> e;
  KOKKOS_FORCEINLINE_FUNCTION pack value(const Cell& c, int east, int up, int north) const {
    return u.value(c, east, up, north) + e.value(c, east, up, north);
  }
};

/// A u of a pack of columns, as apply_matrix (stencil.hpp) for u that does not stand in memory.
template <class Source>
KOKKOS_FORCEINLINE_FUNCTION pack apply_matrix(const GridCells<double>& grid, const Source& u,
                                              const ColumnStencil<pack>& column, const Cell& c,
                                              const pack& here) {
  const LevelCoefficients<double>& level = grid.profile[c.k];
  const pack below = u.value(c, 0, c.k > 0 ? -1 : 0, 0);
  const pack above = u.value(c, 0, c.k + 1 < grid.nz ? 1 : 0, 0);
  const pack beside = (column.west * u.value(c, -1, 0, 0) + column.east * u.value(c, 1, 0, 0)) +
                      (column.south * u.value(c, 0, 0, -1) + column.north * u.value(c, 0, 0, 1));
  return column.area * (level.a * here + (level.b * (here - above) + level.c * (here - below))) +
         level.d * (column.total * here - beside);
}

/// r = (f - A u) / factor of r, and its norm; stores u if it is a sum.
template <class Source> struct RefineKernel {
  using pack = isobar::pack;
  using Column = ColumnStencil<pack>;
  GridCells<double> grid;
  Strides strides;
  Source u;
  Cells<double> f, out;
  Part<float> r; ///< its factor: what a residual is multiplied by

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const { return Column::at(grid, i, j); }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, int active,
                                        SumPacks<pack>& sums) const {
    const pack here = u.value(c, 0, 0, 0);
    const pack residual =
        keep_active(load<pack>(f.at(c)) - apply_matrix(grid, u, column, c, here), active);
    sums.first = sums.first + residual * residual;
    if constexpr (!std::is_same_v<Source, Part<float>>) store(out.at(c), here, active);
    store(r.at(c), r.factor * residual, active);
  }
};

/// to = factor from, and the norm of `from`.
template <class From, class To> struct Convert {
  using pack = isobar::pack;
  struct Column {};
  Strides strides;
  Part<From> from;
  Part<To> to;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int, int) const { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, int active,
                                        SumPacks<pack>& sums) const {
    const pack x = keep_active(from.value(c, 0, 0, 0), active);
    sums.first = sums.first + x * x;
    store(to.at(c), to.factor * x, active);
  }
};

Part<float> target(const ScaledSingle& r) {
  return {Cells(r.field), Strides(r.field), 1.0 / r.factor};
}

template <class K> auto walk(const K& kernel, const GridLevel<double>& grid) {
  return CellWalk(kernel, grid.nx(), grid.ny(), grid.nz());
}

template <class Source>
double refine(Kernel name, const GridLevel<double>& grid, const Source& u, const Field<double>& f,
              const Field<double>& u_new, const ScaledSingle& r) {
  const RefineKernel<Source> kernel{GridCells(grid), Strides(f),   u,
                                    Cells(f),        Cells(u_new), target(r)};
  return launch_sum(grid.label(name), walk(kernel, grid)).first;
}

} // namespace

double RefineKernels::to_single(const Grid& grid, const Vector& f, const ScaledSingle& r) {
  const Convert<double, float> kernel{Strides(f), part(f), target(r)};
  return launch_sum(grid.label(Kernel::to_single), walk(kernel, grid)).first;
}

void RefineKernels::to_double(const Grid& grid, const ScaledSingle& e, const Vector& u) {
  const Convert<float, double> kernel{Strides(u), part(e), part(u)};
  launch(grid.label(Kernel::to_double), walk(kernel, grid));
}

double RefineKernels::residual(const Grid& grid, const ScaledSingle& e, const Vector& f,
                               const ScaledSingle& r) {
  return refine(Kernel::residual_single, grid, part(e), f, f, r);
}

double RefineKernels::correct(const Grid& grid, const ScaledSingle& u, const ScaledSingle& e,
                              const Vector& f, const Vector& u_new, const ScaledSingle& r) {
  return refine(Kernel::correct_single, grid, Sum2<float>{part(u), part(e)}, f, u_new, r);
}

double RefineKernels::correct(const Grid& grid, const Vector& u, const ScaledSingle& e,
                              const Vector& f, const Vector& u_new, const ScaledSingle& r) {
  return refine(Kernel::correct, grid, Sum2<double>{part(u), part(e)}, f, u_new, r);
}

} // namespace isobar
