#include <isobar/core/cell_walk.hpp>
#include <isobar/core/cg_kernels.hpp>
#include <isobar/core/solve_walk.hpp>
#include <isobar/core/stencil.hpp>

namespace isobar {
namespace {

template <class P> struct CgTridiag {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using pack = Pack<A, pack_width<A>>;
  struct Column {
    pack inverse_area, shift;
  };
  GridCells<A> grid;
  Strides strides;
  A alpha;
  Cells<S> q, r, z;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    const auto stencil = ColumnStencil<pack>::at(grid, i, j).per_area();
    return {reciprocal(stencil.area), stencil.total};
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rhs(const Column& column, const Cell& c, int active,
                                       SumPacks<pack>& sums) const {
    S* target = r.at(c);
    const pack updated = keep_active(load<pack>(target) - alpha * load<pack>(q.at(c)), active);
    store(target, updated, active);
    sums.first = sums.first + updated * updated;
    return column.inverse_area * updated;
  }
  KOKKOS_FORCEINLINE_FUNCTION void result(const Cell& c, const pack& x, int active,
                                          SumPacks<pack>& sums) const {
    S* target = z.at(c);
    store(target, x, active);
    will_write(target - strides.level);
    // r as it was stored by rhs: still in cache
    sums.second = sums.second + keep_active(load<pack>(r.at(c)) * x, active);
  }
};

template <class P> struct CgSpmv {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using pack = Pack<A, pack_width<A>>;
  using Column = ColumnStencil<pack>;
  GridCells<A> grid;
  Strides strides;
  A alpha, beta;
  Cells<S> z, u, p, q;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const { return Column::at(grid, i, j); }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, int active,
                                        SumPacks<pack>& sums) const {
    S *u_cell = u.at(c), *p_cell = p.at(c), *q_cell = q.at(c);
    const S* z_cell = z.at(c);
    const pack direction = load<pack>(p_cell);
    const pack next = load<pack>(z_cell) + beta * direction;
    const pack image = apply_matrix(grid, strides, column, z_cell, c.k) + beta * load<pack>(q_cell);
    store(u_cell, load<pack>(u_cell) + alpha * direction, active);
    store(p_cell, next, active);
    store(q_cell, image, active);
    sums.first = sums.first + keep_active(next * image, active);
  }
};

} // namespace

template <class P>
Sums CgKernels<P>::tridiag(const Grid& grid, double alpha, const Vector& q, const Vector& r,
                           const Vector& z) {
  const CgTridiag<P> kernel{GridCells(grid), Strides(r), typename P::arithmetic(alpha),
                            Cells(q),        Cells(r),   Cells(z)};
  return launch_sum(grid.label(Kernel::cg_tridiag),
                    SolveWalk(kernel, grid.nx(), grid.ny(), grid.nz()));
}

template <class P>
Sums CgKernels<P>::spmv(const Grid& grid, double alpha, double beta, const Vector& z,
                        const Vector& u, const Vector& p, const Vector& q) {
  using A = typename P::arithmetic;
  const CgSpmv<P> kernel{GridCells(grid), Strides(z), A(alpha), A(beta),
                         Cells(z),        Cells(u),   Cells(p), Cells(q)};
  return launch_sum(grid.label(Kernel::cg_spmv), CellWalk(kernel, grid.nx(), grid.ny(), grid.nz()));
}

template struct CgKernels<Double>;
template struct CgKernels<Single>;
template struct CgKernels<SingleStorage>;

} // namespace isobar
