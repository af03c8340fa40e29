#include <isobar/core/smooth_kernel.hpp>
#include <isobar/core/smoother.hpp>
#include <isobar/core/solve_walk.hpp>

namespace isobar {
namespace {

/// out = rho M^-1 f, the smoother from u = 0 and (rho = 1) the preconditioner.
template <class P> struct Solve {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using pack = Pack<A, pack_width<A>>;
  struct Column {
    pack factor, shift;
  };
  GridCells<A> grid;
  A rho;
  Cells<S> f, out;

  KOKKOS_FORCEINLINE_FUNCTION const LevelCoefficients<A>* profile() const { return grid.profile; }
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    const auto stencil = ColumnStencil<pack>::at(grid, i, j).per_area();
    return {rho * reciprocal(stencil.area), stencil.total};
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rhs(const Column& c, int i, int k, int j, int,
                                       SumPacks<pack>&) const {
    return c.factor * load<pack>(f.at(i, k, j));
  }
  KOKKOS_FORCEINLINE_FUNCTION void result(int i, int k, int j, const pack& x, int active,
                                          SumPacks<pack>&) const {
    S* target = out.at(i, k, j);
    store(target, x, active);
    will_write(target - out.level);
  }
};

} // namespace

template <class P>
void Smoother<P>::smooth(const Grid& grid, double rho, const Vector& u, const Vector& f,
                         const Vector& out) {
  using A = typename P::arithmetic;
  const SmoothKernel<P, StoredCells<typename P::storage>, pack_width<A>> kernel{
      GridCells(grid), A(rho), {Cells(u)}, Cells(f), Cells(out)};
  launch(grid.label(Kernel::smooth), SolveWalk(kernel, grid.nx(), grid.ny(), grid.nz()));
}

template <class P>
void Smoother<P>::smooth_from_zero(const Grid& grid, double rho, const Vector& f,
                                   const Vector& out) {
  const Solve<P> kernel{GridCells(grid), typename P::arithmetic(rho), Cells(f), Cells(out)};
  launch(grid.label(Kernel::smooth_from_zero), SolveWalk(kernel, grid.nx(), grid.ny(), grid.nz()));
}

template <class P>
void Smoother<P>::solve_columns(const Grid& grid, const Vector& r, const Vector& z) {
  const Solve<P> kernel{GridCells(grid), typename P::arithmetic(1), Cells(r), Cells(z)};
  launch(grid.label(Kernel::solve_columns), SolveWalk(kernel, grid.nx(), grid.ny(), grid.nz()));
}

template struct Smoother<Double>;
template struct Smoother<Single>;
template struct Smoother<SingleStorage>;

} // namespace isobar
