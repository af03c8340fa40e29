#include "base/precision_list.hpp"
#include "device/stencil.hpp"
#include "device/unit_row.hpp"
#include "launch/require_cells.hpp"
#include "walk/cell_walk.hpp"
#include "walk/with_corners.hpp"
#include <isobar/core/columns/kernels/elliptic_operator.hpp>

namespace isobar {
namespace {

/// The number of teams on a multiprocessor, for kernels that store their results.
template <class A> constexpr int most_teams = sizeof(A) == sizeof(float) ? 4 : 2;

/// The common part of all kernels here: they compute A u.
template <class P, bool corners> struct OperatorKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  using Column = StencilOf<pack, corners>;
  using Seen = SeenOf<pack, corners>;
  using Layer = LayerCoefficients<A>;
  static constexpr CellLaunch launch{
      .rows = 1, .teams = most_teams<A>, .corners = corners, .asks_ahead = true};
  GridCells<A> grid;
  FieldStrides<P::layout> strides;
  Cells<S, P::layout> u;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const { return Column::at(grid, i, j); }
  KOKKOS_FORCEINLINE_FUNCTION Stencilled<S, P::layout> stencilled() const { return {u, strides}; }
  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    will_read_pack<pack>(u.at(c) + strides.row);
  }
  KOKKOS_FORCEINLINE_FUNCTION pack image(const Column& column, const Layer& layer,
                                         const Seen& window) const {
    return apply_matrix(layer, column, window);
  }
};

/// The common part of kernels with a right-hand side: they compute f - A u.
template <class P, bool corners> struct ResidualKernel : OperatorKernel<P, corners> {
  using typename OperatorKernel<P, corners>::pack;
  using typename OperatorKernel<P, corners>::Column;
  using typename OperatorKernel<P, corners>::Layer;
  using typename OperatorKernel<P, corners>::Seen;
  using typename OperatorKernel<P, corners>::S;
  Cells<S, P::layout> f;
  struct Inputs {
    Loaded<pack, S> f;
  };
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(f.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    OperatorKernel<P, corners>::will_visit(c);
    will_read_pack<pack>(f.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION pack residual(const Column& column, const Layer& layer,
                                            const Seen& window, const Inputs& in) const {
    return pack(in.f) - this->image(column, layer, window);
  }
};

template <class P, bool corners> struct Apply : OperatorKernel<P, corners> {
  using typename OperatorKernel<P, corners>::pack;
  using typename OperatorKernel<P, corners>::Column;
  using typename OperatorKernel<P, corners>::Layer;
  using typename OperatorKernel<P, corners>::Seen;
  using typename OperatorKernel<P, corners>::S;
  Cells<S, P::layout> v;
  struct Inputs {};
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell&) const { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Layer& layer, const Cell& c,
                                        const Seen (&window)[1], const Inputs&, int active,
                                        SumPacks<pack>&) const {
    store(v.at(c), this->image(column, layer, window[0]), active);
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    OperatorKernel<P, corners>::will_visit(c);
    will_write_pack<pack>(v.at(c));
  }
};

/// Computes v, which is in each cell the result of A for u = 1 in this cell alone. The kernel does
/// not use u.
template <class P, bool corners> struct Diagonal : Apply<P, corners> {
  using typename OperatorKernel<P, corners>::pack;
  using typename OperatorKernel<P, corners>::Column;
  using typename OperatorKernel<P, corners>::Layer;
  using typename OperatorKernel<P, corners>::Seen;
  using typename Apply<P, corners>::Inputs;
  UnitRow unit;
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Layer& layer, const Cell& c,
                                        const Seen (&)[1], const Inputs&, int active,
                                        SumPacks<pack>&) const {
    store(this->v.at(c), this->image(column, layer, unit.window<Seen, pack>()), active);
  }
};

template <class P, bool corners> struct Residual : ResidualKernel<P, corners> {
  using typename ResidualKernel<P, corners>::pack;
  using typename ResidualKernel<P, corners>::Column;
  using typename ResidualKernel<P, corners>::Layer;
  using typename ResidualKernel<P, corners>::Seen;
  using typename ResidualKernel<P, corners>::Inputs;
  using typename ResidualKernel<P, corners>::S;
  static constexpr CellLaunch launch{.rows = 1,
                                     .teams = most_teams<typename P::arithmetic>,
                                     .fetches_ahead = true,
                                     .corners = corners,
                                     .asks_ahead = true};
  Cells<S, P::layout> r;
  KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const {
    isobar::will_read(this->f.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Layer& layer, const Cell& c,
                                        const Seen (&window)[1], const Inputs& in, int active,
                                        SumPacks<pack>&) const {
    store(r.at(c), this->residual(column, layer, window[0], in), active);
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    ResidualKernel<P, corners>::will_visit(c);
    will_write_pack<pack>(r.at(c));
  }
};

template <class P, bool corners> struct ResidualNorm : ResidualKernel<P, corners> {
  using typename ResidualKernel<P, corners>::pack;
  using typename ResidualKernel<P, corners>::Column;
  using typename ResidualKernel<P, corners>::Layer;
  using typename ResidualKernel<P, corners>::Seen;
  using typename ResidualKernel<P, corners>::Inputs;
  /// The kernel stores nothing, so it has registers to spare to read ahead. Kernels that store
  /// became slower with it.
  static constexpr CellLaunch launch{
      .rows = 1, .teams = 2, .reads_ahead = true, .corners = corners, .asks_ahead = true};
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Layer& layer, const Cell&,
                                        const Seen (&window)[1], const Inputs& in, int active,
                                        SumPacks<pack>& sums) const {
    const pack r = keep_active(this->residual(column, layer, window[0], in), active);
    sums.first = sums.first + r * r;
  }
};

/// Returns |x|, by whole registers where x has them.
template <class V> KOKKOS_FORCEINLINE_FUNCTION V magnitude(const V& x) {
  V r = x;
  if constexpr (V::lanes > 1) {
    for (int n = 0; n < V::vectors; ++n) r.v[n] = x.v[n] < typename V::vector{} ? -x.v[n] : x.v[n];
  } else {
    for (int n = 0; n < V::width; ++n)
      if (double(x.get(n)) < 0.0) r.set(n, 0 - x.get(n));
  }
  return r;
}

/// Returns -|x| where (coefficient > 0) == positive, and |x| elsewhere. This gives one sign to the
/// terms of corners, whose couplings have both signs.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION V against(const V& coefficient, const V& x, bool positive) {
  V r = magnitude(x);
  if constexpr (V::lanes > 1) {
    for (int n = 0; n < V::vectors; ++n) {
      const auto turned = positive ? coefficient.v[n] > typename V::vector{}
                                   : coefficient.v[n] <= typename V::vector{};
      r.v[n] = turned ? -r.v[n] : r.v[n];
    }
  } else {
    for (int n = 0; n < V::width; ++n)
      if ((double(coefficient.get(n)) > 0.0) == positive) r.set(n, 0 - r.get(n));
  }
  return r;
}

/// Sums the squares of |A| |u| + |f|. All couplings of A except those of corners are negative. So A
/// itself adds up magnitudes if all numbers but the centre's have the opposite sign. Couplings of
/// corners have both signs.
template <class P, bool corners> struct MagnitudeNorm : ResidualKernel<P, corners> {
  using typename ResidualKernel<P, corners>::pack;
  using typename ResidualKernel<P, corners>::Column;
  using typename ResidualKernel<P, corners>::Layer;
  using typename ResidualKernel<P, corners>::Seen;
  using typename ResidualKernel<P, corners>::Inputs;
  static constexpr CellLaunch launch{.rows = 1, .teams = 2, .corners = corners, .asks_ahead = true};
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Layer& layer, const Cell&,
                                        const Seen (&window)[1], const Inputs& in, int active,
                                        SumPacks<pack>& sums) const {
    const Seen& u = window[0];
    const auto opposite = [](const pack& x) { return pack() - magnitude(x); };
    const Window<pack> cross{magnitude(u.centre), opposite(u.west),  opposite(u.east),
                             opposite(u.south),   opposite(u.north), opposite(u.below),
                             opposite(u.above)};
    const pack all =
        magnitude(pack(in.f)) + this->image(column, layer, alternating(column, cross, u));
    const pack m = keep_active(all, active);
    sums.first = sums.first + m * m;
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION static Seen alternating(const Column& c, const Window<pack>& cross,
                                                      const Seen& u) {
    if constexpr (!corners) return cross;
    else
      return {cross, against(c.south_west, u.south_west, true),
              against(c.south_east, u.south_east, false),
              against(c.north_west, u.north_west, false),
              against(c.north_east, u.north_east, true)};
  }
};

} // namespace

template <class P> void Operator<P>::apply(const Grid& grid, const Vector& u, const Vector& v) {
  require_cells(grid, Kernel::apply, u, v);
  with_corners(grid, [&](auto corners) {
    const Apply<P, corners> kernel{{GridCells(grid.matrix()), FieldStrides(u), Cells(u)}, Cells(v)};
    for_cells(grid.label(Kernel::apply), kernel, CellRange(grid));
  });
}

template <class P> void Operator<P>::diagonal(const Grid& grid, const Vector& d) {
  require_cells(grid, Kernel::apply, d);
  with_corners(grid, [&](auto corners) {
    const Diagonal<P, corners> kernel{
        {{GridCells(grid.matrix()), FieldStrides(d), Cells(d)}, Cells(d)},
        UnitRow(grid.partition())};
    for_cells("isobar/diagonal", kernel, CellRange(grid));
  });
}

template <class P>
void Operator<P>::residual(const Grid& grid, const Vector& u, const Vector& f, const Vector& r) {
  require_cells(grid, Kernel::residual, u, f, r);
  with_corners(grid, [&](auto corners) {
    const Residual<P, corners> kernel{
        {{GridCells(grid.matrix()), FieldStrides(u), Cells(u)}, Cells(f)}, Cells(r)};
    for_cells(grid.label(Kernel::residual), kernel, CellRange(grid));
  });
}

template <class P>
double Operator<P>::residual_norm_squared(const Grid& grid, const Vector& u, const Vector& f) {
  require_cells(grid, Kernel::residual_norm, u, f);
  return with_corners(grid, [&](auto corners) {
    const ResidualNorm<P, corners> kernel{
        {{GridCells(grid.matrix()), FieldStrides(u), Cells(u)}, Cells(f)}};
    return sum_over_cells(grid.label(Kernel::residual_norm), kernel, CellRange(grid)).first;
  });
}

template <class P>
double Operator<P>::magnitude_squared(const Grid& grid, const Vector& u, const Vector& f) {
  require_cells(grid, Kernel::magnitude, u, f);
  return with_corners(grid, [&](auto corners) {
    const MagnitudeNorm<P, corners> kernel{
        {{GridCells(grid.matrix()), FieldStrides(u), Cells(u)}, Cells(f)}};
    return sum_over_cells(grid.label(Kernel::magnitude), kernel, CellRange(grid)).first;
  });
}

ISOBAR_INSTANTIATE(struct Operator)

} // namespace isobar
