#include <isobar/core/smooth_kernel.hpp>
#include <isobar/core/smoother.hpp>
#include <isobar/core/solve_walk.hpp>

namespace isobar {
namespace {

/// out = rho M^-1 f, the smoother from u = 0 and (rho = 1) the preconditioner.
template <class P> struct Solve {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using pack = Pack<A, pack_width<A, P::layout>>;
  struct Column {
    pack factor, shift;
  };
  GridCells<A> grid;
  FieldStrides<P::layout> strides;
  A rho;
  Cells<S, P::layout> f, out;

  struct Inputs {
    Loaded<pack, S> f;
  };

  KOKKOS_FORCEINLINE_FUNCTION Column column(const ColumnStencil<pack>& stencil) const {
    const pack inverse = reciprocal(stencil.area);
    return {rho * inverse, inverse * stencil.total};
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(f.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rhs(const Column& column, const Cell&, const Inputs& in, int,
                                       SumPacks<pack>&) const {
    return column.factor * pack(in.f);
  }
  KOKKOS_FORCEINLINE_FUNCTION void result(const Cell& c, const pack& x, int active) const {
    const auto target = out.at(c);
    store(target, x, active);
    will_write(target - strides.level);
  }
};

} // namespace

template <class P>
void Smoother<P>::smooth(const Grid& grid, double rho, const Vector& u, const Vector& f,
                         const Vector& out) {
  using A = typename P::arithmetic;
  const SmoothKernel<P, StoredCells<typename P::storage, P::layout>, pack_width<A, P::layout>>
      kernel{GridCells(grid), FieldStrides(u), A(rho), {Cells(u), FieldStrides(u)},
             Cells(f),        Cells(out)};
  for_columns(grid.label(Kernel::smooth), kernel, grid);
}

template <class P>
void Smoother<P>::smooth_from_zero(const Grid& grid, double rho, const Vector& f,
                                   const Vector& out) {
  const Solve<P> kernel{GridCells(grid), FieldStrides(f), typename P::arithmetic(rho), Cells(f),
                        Cells(out)};
  for_columns(grid.label(Kernel::smooth_from_zero), kernel, grid);
}

template <class P>
void Smoother<P>::solve_columns(const Grid& grid, const Vector& r, const Vector& z) {
  const Solve<P> kernel{GridCells(grid), FieldStrides(r), typename P::arithmetic(1), Cells(r),
                        Cells(z)};
  for_columns(grid.label(Kernel::solve_columns), kernel, grid);
}

template struct Smoother<Double>;
template struct Smoother<Single>;
template struct Smoother<SingleStorage>;
template struct Smoother<ByColumns<Double>>;
template struct Smoother<ByColumns<Single>>;

} // namespace isobar
