#include "base/precision_list.hpp"
#include "device/stencil.hpp"
#include "launch/require_cells.hpp"
#include "walk/cell_walk.hpp"
#include "walk/solve_walk.hpp"
#include "walk/with_corners.hpp"
#include <isobar/core/columns/kernels/cg_kernels.hpp>

namespace isobar {
namespace {

template <class P> struct CgTridiag {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = SolvePackOf<P, false>;
  struct Column {
    pack inverse, shift, reaction, vertical; ///< 1 / V_T, and V_T
    /// Read again in every row: to keep it in registers for a whole march would be too expensive.
    A alpha;
  };
  static constexpr SolveLaunch launch{.sums_energy = true, .conditional = true, .asks_ahead = true};
  GridCells<A> grid;
  FieldStrides<P::layout> strides;
  const CgState* state;
  Cells<S, P::layout> q, r, z;

  struct Inputs {
    Loaded<pack, S> r, q;
  };

  KOKKOS_FORCEINLINE_FUNCTION bool has_work() const { return !state->finished; }
  KOKKOS_FORCEINLINE_FUNCTION Column column(const ColumnStencil<pack>& stencil) const {
    const pack inverse = reciprocal(stencil.vertical);
    return {inverse, inverse * stencil.total, stencil.reaction, stencil.vertical, A(state->alpha)};
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(r.at(c)), read_ahead<pack>(q.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_solve(const Cell& c) const {
    will_write_pack<pack>(r.at(c));
    will_read_pack<pack>(q.at(c));
    will_write_pack<pack>(z.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rhs(const Column& column, const Cell& c, const Inputs& in,
                                       int active, SumPacks<pack>& sums) const {
    const pack updated = keep_active(pack(in.r) - column.alpha * pack(in.q), active);
    store(r.at(c), updated, active);
    sums.first = sums.first + updated * updated;
    return column.inverse * updated;
  }
  KOKKOS_FORCEINLINE_FUNCTION void result(const Cell& c, const pack& x, int active) const {
    store(z.at(c), x, active);
  }
  /// The factor of <g, x> in <r, z>, because g is r / V_T.
  KOKKOS_FORCEINLINE_FUNCTION pack energy(const Column& column) const { return column.vertical; }
};

template <class P, bool corners> struct CgSpmv {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  struct Column {
    StencilOf<pack, corners> stencil;
    A alpha, beta;
  };
  /// Teams that write three fields end unevenly. Two rounds even this out (0.5 % of an iteration at
  /// 512 x 512 x 128).
  static constexpr CellLaunch launch{
      .rows = 1, .rounds = 2, .corners = corners, .conditional = true, .asks_ahead = true};
  GridCells<A> grid;
  FieldStrides<P::layout> strides;
  const CgState* state;
  Cells<S, P::layout> z, u, p, q;
  struct Inputs {
    Loaded<pack, S> u, p, q;
  };

  KOKKOS_FORCEINLINE_FUNCTION bool has_work() const { return !state->finished; }
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return {StencilOf<pack, corners>::at(grid, i, j), A(state->alpha), A(state->beta)};
  }
  KOKKOS_FORCEINLINE_FUNCTION Stencilled<S, P::layout> stencilled() const { return {z, strides}; }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(u.at(c)), read_ahead<pack>(p.at(c)), read_ahead<pack>(q.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    will_read_pack<pack>(z.at(c) + strides.row);
    for (const auto& x : {u, p, q}) will_write_pack<pack>(x.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const LayerCoefficients<A>& layer,
                                        const Cell& c, const SeenOf<pack, corners> (&window)[1],
                                        const Inputs& in, int active, SumPacks<pack>& sums) const {
    const pack direction(in.p);
    const pack next = window[0].centre + column.beta * direction;
    const pack image = apply_matrix(layer, column.stencil, window[0]) + column.beta * pack(in.q);
    store(u.at(c), pack(in.u) + column.alpha * direction, active);
    store(p.at(c), next, active);
    store(q.at(c), image, active);
    sums.first = sums.first + keep_active(next * image, active);
  }
};

} // namespace

template <class P>
void CgKernels<P>::tridiag(const Grid& grid, const CgScalars& scalars, const Vector& q,
                           const Vector& r, const Vector& z, CgStep then) {
  require_cells(grid, Kernel::cg_tridiag, q, r, z);
  const RowOrder order = RowOrder::southward;
  const CgTridiag<P> kernel{GridCells(grid.matrix(), order),
                            FieldStrides(r, order),
                            scalars.device(),
                            Cells(q, order),
                            Cells(r, order),
                            Cells(z, order)};
  sum_over_columns(grid.label(Kernel::cg_tridiag), kernel, grid, scalars.sums(then));
}

template <class P>
void CgKernels<P>::spmv(const Grid& grid, const CgScalars& scalars, const Vector& z,
                        const Vector& u, const Vector& p, const Vector& q, CgStep then) {
  require_cells(grid, Kernel::cg_spmv, z, u, p, q);
  with_corners(grid, [&](auto corners) {
    const CgSpmv<P, corners> kernel{GridCells(grid.matrix()),
                                    FieldStrides(z),
                                    scalars.device(),
                                    Cells(z),
                                    Cells(u),
                                    Cells(p),
                                    Cells(q)};
    sum_over_cells(grid.label(Kernel::cg_spmv), kernel, CellRange(grid), scalars.sums(then));
  });
}

ISOBAR_INSTANTIATE(struct CgKernels)

} // namespace isobar
