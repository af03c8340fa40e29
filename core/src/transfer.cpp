#include <isobar/core/cell_walk.hpp>
#include <isobar/core/smooth_kernel.hpp>
#include <isobar/core/solve_walk.hpp>
#include <isobar/core/transfer.hpp>

namespace isobar {
namespace {

/// One pack of fine columns in each of the two fine rows of coarse row j.
template <class P> struct RestrictResidual {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using pack = Pack<A, paired_width<A>>;
  struct Column {
    ColumnStencil<pack> south, north;
  };
  GridCells<A> grid;
  Strides strides, coarse_strides;
  Cells<S> u, f, coarse;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return {ColumnStencil<pack>::at(grid, i, 2 * j), ColumnStencil<pack>::at(grid, i, 2 * j + 1)};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, int active,
                                        SumPacks<pack>&) const {
    const std::ptrdiff_t south = c.at + c.j * strides.row, north = south + strides.row;
    const S *p = u.origin, *rhs = f.origin;
    const pack residual =
        (load<pack>(rhs + south) - apply_matrix(grid, strides, column.south, p + south, c.k)) +
        (load<pack>(rhs + north) - apply_matrix(grid, strides, column.north, p + north, c.k));
    store(coarse.at(coarse_strides.cell(c.i / 2, c.k, c.j)), sum_pairs(residual), active / 2);
  }
};

/// P^T: the 4 x 4 fine cells around a coarse one, with weights (1, 3, 3, 1)/4 in x and in y.
template <class P> struct RestrictTranspose {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using pack = Pack<A, paired_width<A>>;
  struct Column {};
  Strides strides, coarse_strides;
  Cells<S> r, coarse;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int, int) const { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, int active,
                                        SumPacks<pack>&) const {
    const std::ptrdiff_t row = strides.row;
    const S* p = r.at(c) + c.j * row; // the southern of the two fine rows
    store(coarse.at(coarse_strides.cell(c.i / 2, c.k, c.j)),
          A(0.75) * (along_x(p) + along_x(p + row)) +
              A(0.25) * (along_x(p - row) + along_x(p + 2 * row)),
          active / 2);
  }

private:
  /// Columns 2I-1 .. 2I+2 of one row: both children twice, and the pairs beside them once.
  KOKKOS_FORCEINLINE_FUNCTION static auto along_x(const S* p) {
    return A(0.5) * sum_pairs(load<pack>(p)) +
           A(0.25) * (sum_pairs(load<pack>(p - 1)) + sum_pairs(load<pack>(p + 1)));
  }
};

template <class P> struct Prolongate {
  using S = typename P::storage;
  using pack = Pack<typename P::arithmetic, paired_width<typename P::arithmetic>>;
  struct Column {};
  Strides strides;
  CorrectedCells<S> corrected;
  Cells<S> out;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int, int) const { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, int active,
                                        SumPacks<pack>&) const {
    store(out.at(c), corrected.template value<pack>(c), active);
  }
};

/// Copies the owned cells next to one side of the domain beyond it, with opposite sign; the
/// line along the side includes the halo corners.
template <class S>
void mirror_side(const std::string& label, const Field<S>& u, bool along_x, int from, int to) {
  const FieldShape& shape = u.shape();
  using Range = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>>;
  const int cells = (along_x ? shape.nx : shape.ny) + 2;
  Kokkos::parallel_for(
      label, Range({0, 0}, {cells, shape.nz}), KOKKOS_LAMBDA(int n, int k) {
        if (along_x) u(n - 1, k, to) = -u(n - 1, k, from);
        else u(to, k, n - 1) = -u(from, k, n - 1);
      });
}

template <class S> CorrectedCells<S> corrected_cells(const Field<S>& u, const Field<S>& coarse) {
  return {{Cells(u), Strides(u)}, Cells(coarse), Strides(coarse)};
}

} // namespace

template <class P>
void Transfer<P>::restrict_residual(const Grid& fine, const Vector& u, const Vector& f,
                                    const Vector& f_coarse) {
  const RestrictResidual<P> kernel{GridCells(fine), Strides(u), Strides(f_coarse),
                                   Cells(u),        Cells(f),   Cells(f_coarse)};
  launch(fine.label(Kernel::restrict_residual),
         CellWalk(kernel, fine.nx(), fine.ny() / 2, fine.nz()));
}

template <class P>
void Transfer<P>::restrict_transpose(const Grid& fine, const Vector& r, const Vector& f_coarse) {
  const RestrictTranspose<P> kernel{Strides(r), Strides(f_coarse), Cells(r), Cells(f_coarse)};
  launch(fine.label(Kernel::restrict_transpose),
         CellWalk(kernel, fine.nx(), fine.ny() / 2, fine.nz()));
}

template <class P> void Transfer<P>::mirror_sides(const Grid& grid, const Vector& u) {
  const std::string& label = grid.label(Kernel::mirror_sides);
  const Partition& p = grid.partition();
  if (p.at_west()) mirror_side(label, u, false, 0, -1);
  if (p.at_east()) mirror_side(label, u, false, p.nx - 1, p.nx);
  if (p.at_south()) mirror_side(label, u, true, 0, -1);
  if (p.at_north()) mirror_side(label, u, true, p.ny - 1, p.ny);
}

template <class P>
void Transfer<P>::prolongate(const Grid& fine, const Vector& u, const Vector& u_coarse,
                             const Vector& out) {
  const Prolongate<P> kernel{Strides(u), corrected_cells(u, u_coarse), Cells(out)};
  launch(fine.label(Kernel::prolongate), CellWalk(kernel, fine.nx(), fine.ny(), fine.nz()));
}

template <class P>
void Transfer<P>::prolongate_smooth(const Grid& fine, double rho, const Vector& u, const Vector& f,
                                    const Vector& u_coarse, const Vector& out) {
  using A = typename P::arithmetic;
  const auto source = [&] {
    if constexpr (on_host)
      return CorrectedRows<typename P::storage>{corrected_cells(u, u_coarse), fine.nx(), fine.nz()};
    else return corrected_cells(u, u_coarse);
  }();
  // Rows are corrected in pairs of columns; the walk itself is the smoother's.
  constexpr int width = on_host ? pack_width<A> : paired_width<A>;
  const SmoothKernel<P, std::remove_const_t<decltype(source)>, width> kernel{
      GridCells(fine), Strides(u), A(rho), source, Cells(f), Cells(out)};
  launch(fine.label(Kernel::prolongate_smooth), SolveWalk(kernel, fine.nx(), fine.ny(), fine.nz()));
}

template struct Transfer<Double>;
template struct Transfer<Single>;
template struct Transfer<SingleStorage>;

} // namespace isobar
