#include "base/precision_list.hpp"
#include "device/stencil.hpp"
#include "launch/require_cells.hpp"
#include "walk/cell_walk.hpp"
#include "walk/with_corners.hpp"
#include <isobar/core/columns/kernels/refinement_kernels.hpp>

namespace isobar {
namespace {

/// A row of a Part.
template <class S> struct PartRow {
  FieldRow<S> row;
  double factor;
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V value(int up, int east = 0, int north = 0) const {
    return factor * row.template value<V>(up, east, north);
  }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V aligned(int up) const {
    return factor * row.template aligned<V>(up);
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_read(int up) const { row.will_read(up); }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION void will_visit() const {
    will_read_pack<V>(row.p);
  }
};

/// A field and its factor, a power of two. A product with the factor is exact. So a sum of parts is
/// rounded once, with or without fused multiply-add, and is the same wherever it is computed.
template <class S> struct Part {
  Cells<S> cells;
  Strides strides;
  double factor;

  KOKKOS_FORCEINLINE_FUNCTION S* at(const Cell& c) const {
    return cells.origin + strides.cell(c.i, c.k, c.j).at;
  }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V value(const Cell& c) const {
    return factor * load<V>(at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION PartRow<S> row(const Cell& c, int rows) const {
    return {{at(c) + rows * strides.row, int(strides.layer), strides.row}, factor};
  }
};
template <class S> Part<S> part(const Scaled<S>& x) {
  return {Cells(x.field), Strides(x.field), x.factor};
}
template <class S> Part<S> part(const Field<S>& x) { return {Cells(x), Strides(x), 1.0}; }

template <class S, class E> struct SumRow {
  PartRow<S> u;
  PartRow<E> e;
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V value(int up, int east = 0, int north = 0) const {
    return u.template value<V>(up, east, north) + e.template value<V>(up, east, north);
  }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V aligned(int up) const {
    return u.template aligned<V>(up) + e.template aligned<V>(up);
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_read(int up) const {
    u.will_read(up);
    e.will_read(up);
  }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION void will_visit() const {
    u.template will_visit<V>();
    e.template will_visit<V>();
  }
};

/// The sum u + e, which kernels add where they read it.
template <class S, class E> struct Sum2 {
  Part<S> u;
  Part<E> e;
  KOKKOS_FORCEINLINE_FUNCTION SumRow<S, E> row(const Cell& c, int rows) const {
    return {u.row(c, rows), e.row(c, rows)};
  }
};

/// Computes r = (f - A u) / factor of r, and the norm of the residual. Stores u if it is a sum.
template <class P, class Q, class Source, bool corners> struct RefineKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  using Column = StencilOf<pack, corners>;
  static constexpr CellLaunch launch{
      .rows = 1, .fetches_ahead = true, .corners = corners, .asks_ahead = true};
  GridCells<A> grid;
  Strides strides;
  Source u;
  Cells<S> f, out;
  Part<typename Q::storage> r; ///< its factor multiplies a residual
  struct Inputs {
    pack f;
  };
  static constexpr bool stores_u = !std::is_same_v<Source, Part<typename Q::storage>>;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const { return Column::at(grid, i, j); }
  KOKKOS_FORCEINLINE_FUNCTION const Source& stencilled() const { return u; }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const { return {load<pack>(f.at(c))}; }
  KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const { isobar::will_read(f.at(c)); }
  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    u.row(c, 1).template will_visit<pack>();
    will_read_pack<pack>(f.at(c));
    if constexpr (stores_u) will_write_pack<pack>(out.at(c));
    will_write_pack<pack>(r.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const LayerCoefficients<A>& layer,
                                        const Cell& c, const SeenOf<pack, corners> (&window)[1],
                                        const Inputs& in, int active, SumPacks<pack>& sums) const {
    const pack residual = keep_active(in.f - apply_matrix(layer, column, window[0]), active);
    sums.first = sums.first + residual * residual;
    if constexpr (stores_u) store(out.at(c), window[0].centre, active);
    store(r.at(c), r.factor * residual, active);
  }
};

/// Computes to = factor from, and the norm of `from`.
template <class P, class From, class To> struct Convert {
  using precision = P;
  using pack = PackOf<P>;
  using Inputs = pack;
  static constexpr CellLaunch launch{};
  struct Column {};
  Strides strides;
  Part<From> from;
  Part<To> to;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int, int) const { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION pack read(const Cell& c) const {
    return from.template value<pack>(c);
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, const pack& value, int active,
                                        SumPacks<pack>& sums) const {
    const pack x = keep_active(value, active);
    sums.first = sums.first + x * x;
    store(to.at(c), to.factor * x, active);
  }
};

template <class S> Part<S> target(const Scaled<S>& r) {
  return {Cells(r.field), Strides(r.field), 1.0 / r.factor};
}

template <class P, class Q, class Source>
double refine(Kernel name, const GridOf<P>& grid, const Source& u, const FieldOf<P>& f,
              const FieldOf<P>& u_new, const Scaled<typename Q::storage>& r) {
  return with_corners(grid, [&](auto corners) {
    const RefineKernel<P, Q, Source, corners> kernel{
        GridCells(grid.matrix()), Strides(f), u, Cells(f), Cells(u_new), target(r)};
    return sum_over_cells(grid.label(name), kernel, CellRange(grid)).first;
  });
}

} // namespace

template <class P, class Q>
double RefinementKernels<P, Q>::to_float(const Grid& grid, const Vector& f, const Inner& r) {
  require_cells(grid, Kernel::to_float, f, r.field);
  using Rounding = Convert<P, typename P::storage, typename Q::storage>;
  const Rounding kernel{Strides(f), part(f), target(r)};
  return sum_over_cells(grid.label(Kernel::to_float), kernel, CellRange(grid)).first;
}

template <class P, class Q>
void RefinementKernels<P, Q>::to_double(const Grid& grid, const Inner& e, const Vector& u) {
  require_cells(grid, Kernel::to_double, e.field, u);
  using Widening = Convert<P, typename Q::storage, typename P::storage>;
  const Widening kernel{Strides(u), part(e), part(u)};
  for_cells(grid.label(Kernel::to_double), kernel, CellRange(grid));
}

template <class P, class Q>
double RefinementKernels<P, Q>::residual(const Grid& grid, const Inner& e, const Vector& f,
                                         const Inner& r) {
  require_cells(grid, Kernel::residual_float, e.field, f, r.field);
  return refine<P, Q>(Kernel::residual_float, grid, part(e), f, f, r);
}

template <class P, class Q>
double RefinementKernels<P, Q>::correct(const Grid& grid, const Inner& u, const Inner& e,
                                        const Vector& f, const Vector& u_new, const Inner& r) {
  require_cells(grid, Kernel::correct_float, u.field, e.field, f, u_new, r.field);
  const Sum2<typename Q::storage, typename Q::storage> sum{part(u), part(e)};
  return refine<P, Q>(Kernel::correct_float, grid, sum, f, u_new, r);
}

template <class P, class Q>
double RefinementKernels<P, Q>::correct(const Grid& grid, const Vector& u, const Inner& e,
                                        const Vector& f, const Vector& u_new, const Inner& r) {
  require_cells(grid, Kernel::correct, u, e.field, f, u_new, r.field);
  const Sum2<typename P::storage, typename Q::storage> sum{part(u), part(e)};
  return refine<P, Q>(Kernel::correct, grid, sum, f, u_new, r);
}

ISOBAR_INSTANTIATE_MIXED(struct RefinementKernels)

} // namespace isobar
