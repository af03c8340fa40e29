#include <isobar/core/cell_walk.hpp>
#include <isobar/core/elliptic_operator.hpp>
#include <isobar/core/stencil.hpp>

namespace isobar {
namespace {

template <class P> struct OperatorKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using pack = Pack<A, pack_width<A>>;
  using Column = ColumnStencil<pack>;
  GridCells<A> grid;
  Strides strides;
  Cells<S> u;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const { return Column::at(grid, i, j); }
  KOKKOS_FORCEINLINE_FUNCTION pack image(const Column& column, const Cell& c) const {
    return apply_matrix(grid, strides, column, u.at(c), c.k);
  }
};

template <class P> struct Apply : OperatorKernel<P> {
  using typename OperatorKernel<P>::pack;
  using typename OperatorKernel<P>::Column;
  using typename OperatorKernel<P>::S;
  Cells<S> v;
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, int active,
                                        SumPacks<pack>&) const {
    S* target = v.at(c);
    store(target, this->image(column, c), active);
    will_write(target + this->strides.level);
  }
};

template <class P> struct Residual : OperatorKernel<P> {
  using typename OperatorKernel<P>::pack;
  using typename OperatorKernel<P>::Column;
  using typename OperatorKernel<P>::S;
  Cells<S> f, r;
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, int active,
                                        SumPacks<pack>&) const {
    S* target = r.at(c);
    store(target, load<pack>(f.at(c)) - this->image(column, c), active);
    will_write(target + this->strides.level);
  }
};

template <class P> struct ResidualNorm : OperatorKernel<P> {
  using typename OperatorKernel<P>::pack;
  using typename OperatorKernel<P>::Column;
  Cells<typename P::storage> f;
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, int active,
                                        SumPacks<pack>& sums) const {
    const pack r = keep_active(load<pack>(f.at(c)) - this->image(column, c), active);
    sums.first = sums.first + r * r;
  }
};

} // namespace

template <class P> void Operator<P>::apply(const Grid& grid, const Vector& u, const Vector& v) {
  const Apply<P> kernel{{GridCells(grid), Strides(u), Cells(u)}, Cells(v)};
  launch(grid.label(Kernel::apply), CellWalk(kernel, grid.nx(), grid.ny(), grid.nz()));
}

template <class P>
void Operator<P>::residual(const Grid& grid, const Vector& u, const Vector& f, const Vector& r) {
  const Residual<P> kernel{{GridCells(grid), Strides(u), Cells(u)}, Cells(f), Cells(r)};
  launch(grid.label(Kernel::residual), CellWalk(kernel, grid.nx(), grid.ny(), grid.nz()));
}

template <class P>
double Operator<P>::residual_norm_squared(const Grid& grid, const Vector& u, const Vector& f) {
  const ResidualNorm<P> kernel{{GridCells(grid), Strides(u), Cells(u)}, Cells(f)};
  return launch_sum(grid.label(Kernel::residual_norm),
                    CellWalk(kernel, grid.nx(), grid.ny(), grid.nz()))
      .first;
}

template struct Operator<Double>;
template struct Operator<Single>;
template struct Operator<SingleStorage>;

} // namespace isobar
