#include "base/precision_list.hpp"
#include "device/pack_shuffle.hpp"
#include "device/smooth_kernel.hpp"
#include "walk/cell_walk.hpp"
#include "walk/solve_walk.hpp"
#include <isobar/core/kernels/transfer.hpp>

namespace isobar {
namespace {

/// The rows of a field up to the last owned one, which stands in for those beyond it.
template <class S, Layout L> struct RowsUpTo {
  Stencilled<S, L> field;
  int last;
  KOKKOS_FORCEINLINE_FUNCTION FieldRow<S, L> row(const Cell& c, int rows) const {
    return field.row(c, (c.j + rows < last ? c.j + rows : last) - c.j);
  }
};

/// One pack of fine columns in each of the two fine rows of coarse row j. A row or a column that is
/// alone at the end of the domain has a neighbour without weight.
template <class P, class SC> struct RestrictResidual {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PairedPackOf<P>;
  static constexpr CellLaunch launch{.rows = 2, .fetches_ahead = true};
  struct Column {
    ColumnStencil<pack> south, north;
    A north_weight; ///< 1, or 0 where there is no northern row
  };
  struct Inputs {
    pack south, north; ///< f
  };
  GridCells<A> grid;
  FieldStrides<P::layout> strides, coarse_strides;
  Cells<S, P::layout> u, f;
  Cells<SC, P::layout> coarse;
  int ny; ///< fine rows

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    const auto south = ColumnStencil<pack>::at(grid, i, 2 * j);
    if (2 * j + 1 == ny) return {south, {}, A(0)};
    return {south, ColumnStencil<pack>::at(grid, i, 2 * j + 1), A(1)};
  }
  KOKKOS_FORCEINLINE_FUNCTION RowsUpTo<S, P::layout> stencilled() const {
    return {{u, strides}, ny - 1};
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const auto p = f.at(c) + c.j * strides.row;
    return {load_aligned<pack>(p), load_aligned<pack>(p + strides.row)};
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const {
    const auto p = f.at(c) + c.j * strides.row;
    isobar::will_read(p);
    isobar::will_read(p + strides.row);
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const LayerCoefficients<A>& layer,
                                        const Cell& c, const Window<pack> (&window)[2],
                                        const Inputs& in, int active, SumPacks<pack>&) const {
    const pack residual =
        (in.south - apply_matrix(layer, column.south, window[0])) +
        (column.north_weight * in.north - apply_matrix(layer, column.north, window[1]));
    store(coarse.origin + coarse_strides.offset(c.i / 2, c.k, c.j),
          sum_pairs(keep_active(residual, active)), (active + 1) / 2);
  }
};

/// What restrictions of a field alone have in common: read() gives the sums of two fine rows' pairs.
template <class P, class SC> struct WritesCoarseCells : WithoutMatrix<P, 2> {
  using typename WithoutMatrix<P, 2>::S;
  using typename WithoutMatrix<P, 2>::A;
  using typename WithoutMatrix<P, 2>::pack;
  using typename WithoutMatrix<P, 2>::Column;
  using Inputs = PackOf<P>;
  FieldStrides<P::layout> coarse_strides;
  Cells<S, P::layout> fine;
  Cells<SC, P::layout> coarse;
  int nx, ny; ///< fine columns and rows

  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, const Inputs& x, int active,
                                        SumPacks<pack>&) const {
    store(coarse.at(coarse_strides.cell(c.i / 2, c.k, c.j)), x, (active + 1) / 2);
  }

protected:
  /// Whether a coarse cell has a northern fine row.
  KOKKOS_FORCEINLINE_FUNCTION bool has_north(const Cell& c) const { return 2 * c.j + 1 < ny; }
  /// In the southern of the two fine rows.
  KOKKOS_FORCEINLINE_FUNCTION auto southern(const Cell& c) const {
    return fine.at(c) + c.j * this->strides.row;
  }
};

/// The same as RestrictResidual from u = 0: the residual is f.
template <class P, class SC> struct RestrictRhs : WritesCoarseCells<P, SC> {
  using typename WritesCoarseCells<P, SC>::pack;
  using typename WritesCoarseCells<P, SC>::Inputs;

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const auto south = this->southern(c);
    pack sum = load_aligned<pack>(south);
    if (this->has_north(c)) sum = sum + load_aligned<pack>(south + this->strides.row);
    return sum_pairs(keep_active(sum, this->nx - c.i));
  }
};

/// P^T: the 4 x 4 fine cells around a coarse one, with weights (1, 3, 3, 1)/4 in x and in y. At the end
/// of an odd row the two last of the four do not exist (DomainSides::move_ends_transposed
/// does the rest of P^T there).
template <class P, class SC> struct RestrictTranspose : WritesCoarseCells<P, SC> {
  using typename WritesCoarseCells<P, SC>::A;
  using typename WritesCoarseCells<P, SC>::pack;
  using typename WritesCoarseCells<P, SC>::Inputs;

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const std::ptrdiff_t row = this->strides.row;
    const auto p = this->southern(c);
    const int columns = this->nx - c.i + 1 - this->nx % 2;
    const Inputs south = A(0.75) * along_x(p, columns) + A(0.25) * along_x(p - row, columns);
    if (!this->has_north(c)) return south;
    return south + (A(0.75) * along_x(p + row, columns) + A(0.25) * along_x(p + 2 * row, columns));
  }

private:
  /// Columns 2I-1 .. 2I+2 of one row: both children twice, and the pairs beside them once. `columns` of
  /// them hold a number: the owned ones, and the mirror image beyond an even row.
  template <class Pointer>
  KOKKOS_FORCEINLINE_FUNCTION static Inputs along_x(const Pointer& p, int columns) {
    const Inputs own = A(0.5) * sum_pairs(keep_active(load<pack>(p), columns)) +
                       A(0.25) * sum_pairs(keep_active(load<pack>(beside(p, -1)), columns + 1));
    if (columns == 1) return own;
    return own + A(0.25) * sum_pairs(keep_active(load<pack>(beside(p, 1)), columns - 1));
  }
};

template <class P, class SC> struct Prolongate : WritesCells<P, 2> {
  using typename WritesCells<P, 2>::S;
  using typename WritesCells<P, 2>::pack;
  CorrectedCells<S, SC, P::layout> corrected;

  KOKKOS_FORCEINLINE_FUNCTION pack read(const Cell& c) const {
    return corrected.template value<pack>(c);
  }
};

template <class P, class SC> struct Interpolate : WritesCells<P, 2> {
  using typename WritesCells<P, 2>::pack;
  FieldStrides<P::layout> coarse_strides;
  Cells<SC, P::layout> coarse;

  KOKKOS_FORCEINLINE_FUNCTION pack read(const Cell& c) const {
    return Correction<pack, SC, P::layout>(coarse, coarse_strides, c.i, c.k, c.j).centre();
  }
};

/// Every cell of the halo beyond a side takes the mirror image; a corner beyond two sides is
/// mirrored twice. Sources are owned cells and halo cells of other ranks, which nobody writes.
template <class S, Layout L> struct MirrorSides {
  Field<S, L> u;
  bool west, east, south, north;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const FieldShape& s = u.shape();
    const int row = s.nx + 2, line = 2 * (row + s.ny);
    const bool layer_first = L == Layout::z_fastest; // neighbouring threads on neighbouring numbers
    const int at = int(layer_first ? n / s.nz : n % line),
              k = int(layer_first ? n % s.nz : n / line);
    const int side = at - 2 * row; // first the southern and the northern row with the corners
    const int i = side < 0 ? at % row - 1 : side < s.ny ? -1 : s.nx;
    const int j = side < 0 ? (at < row ? -1 : s.ny) : side % s.ny;
    const bool beyond_x = (west && i < 0) || (east && i >= s.nx);
    const bool beyond_y = (south && j < 0) || (north && j >= s.ny);
    if (!beyond_x && !beyond_y) return;
    const int from_i = !beyond_x ? i : i < 0 ? 0 : s.nx - 1;
    const int from_j = !beyond_y ? j : j < 0 ? 0 : s.ny - 1;
    const S image = u(from_i, k, from_j);
    u(i, k, j) = beyond_x && beyond_y ? image : -image;
  }
};

/// Moves the last column of an odd row to where a column of full width would have its centre, by the
/// straight line through it and the one beside it; or does the transpose of that. `end` is the last
/// number of line 0 on layer 0, `before` how far it is to the number before it.
template <class S> struct MoveEnd {
  S* end;
  std::ptrdiff_t before, line, layer;
  int lines;
  bool transposed;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    S* const last = end + (n % lines) * line + (n / lines) * layer;
    if (transposed) {
      const S share = *last / S(3);
      last[-before] -= share;
      *last += share;
    } else {
      *last += (*last - last[-before]) / S(3);
    }
  }
};

/// A restriction takes two fine rows a step.
template <class A, Walk W> CellRange<A, W> steps_of_pairs(const PlannedGrid<A, W>& fine) {
  return {fine, fine.nx(), coarsened_columns(fine.ny()), fine.nz()};
}

template <class S, class SC, Layout L>
CorrectedCells<S, SC, L> corrected_cells(const Field<S, L>& u, const Field<SC, L>& coarse) {
  return {{Cells(u), FieldStrides(u)}, Cells(coarse), FieldStrides(coarse)};
}

} // namespace

template <class P, class Q>
void Transfer<P, Q>::restrict_residual(const Grid& fine, const Vector& u, const Vector& f,
                                       const CoarseVector& f_coarse) {
  const RestrictResidual<P, typename Q::storage> kernel{
      GridCells(fine.matrix()), FieldStrides(u), FieldStrides(f_coarse), Cells(u), Cells(f),
      Cells(f_coarse),          fine.ny()};
  for_cells(fine.label(Kernel::restrict_residual), kernel, steps_of_pairs(fine));
}

template <class P, class Q>
void Transfer<P, Q>::restrict_rhs(const Grid& fine, const Vector& f, const CoarseVector& f_coarse) {
  const RestrictRhs<P, typename Q::storage> kernel{
      {{FieldStrides(f)}, FieldStrides(f_coarse), Cells(f), Cells(f_coarse), fine.nx(), fine.ny()}};
  for_cells(fine.label(Kernel::restrict_rhs), kernel, steps_of_pairs(fine));
}

template <class P, class Q>
void Transfer<P, Q>::restrict_transpose(const Grid& fine, const Vector& r,
                                        const CoarseVector& f_coarse) {
  const RestrictTranspose<P, typename Q::storage> kernel{
      {{FieldStrides(r)}, FieldStrides(f_coarse), Cells(r), Cells(f_coarse), fine.nx(), fine.ny()}};
  for_cells(fine.label(Kernel::restrict_transpose), kernel, steps_of_pairs(fine));
}

template <class P, class Q>
void Transfer<P, Q>::prolongate(const Grid& fine, const Vector& u, const CoarseVector& u_coarse,
                                const Vector& out) {
  const Prolongate<P, typename Q::storage> kernel{{{FieldStrides(u)}, Cells(out)},
                                                  corrected_cells(u, u_coarse)};
  for_cells(fine.label(Kernel::prolongate), kernel, CellRange(fine));
}

template <class P, class Q>
void Transfer<P, Q>::interpolate(const Grid& fine, const CoarseVector& u_coarse,
                                 const Vector& out) {
  const Interpolate<P, typename Q::storage> kernel{
      {{FieldStrides(out)}, Cells(out)}, FieldStrides(u_coarse), Cells(u_coarse)};
  for_cells(fine.label(Kernel::interpolate), kernel, CellRange(fine));
}

template <class P, class Q>
void Transfer<P, Q>::prolongate_smooth(const Grid& fine, double rho, const Vector& u,
                                       const Vector& f, const CoarseVector& u_coarse,
                                       const Vector& out) {
  using A = typename P::arithmetic;
  const auto source = [&] {
    const auto cells = corrected_cells(u, u_coarse);
    if constexpr (P::walk == Walk::blocks)
      return CorrectedRows<typename P::storage, typename Q::storage, P::layout>{cells, fine.nx(),
                                                                                fine.nz()};
    else return cells;
  }();
  const SmoothKernel<P, std::remove_const_t<decltype(source)>> kernel{GridCells(fine.matrix()),
                                                                      FieldStrides(u),
                                                                      A(rho),
                                                                      A(1) - A(rho),
                                                                      source,
                                                                      Cells(f),
                                                                      Cells(out)};
  for_columns(fine.label(Kernel::prolongate_smooth), kernel, fine);
}

template <class P> void DomainSides<P>::mirror(const Grid& grid, const Vector& u) {
  const Partition& p = grid.partition();
  const MirrorSides<typename P::storage, P::layout> mirror{u, p.at_west(), p.at_east(),
                                                           p.at_south(), p.at_north()};
  const Int64 cells = 2 * (Int64(p.nx) + p.ny + 2) * grid.nz();
  Kokkos::parallel_for(grid.label(Kernel::mirror_sides),
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, cells),
                       mirror);
}

namespace {

template <class P>
void move_ends(const typename DomainSides<P>::Grid& grid, Coarsening axes,
               const typename DomainSides<P>::Vector& u, bool transposed) {
  using S = typename P::storage;
  const FieldShape& s = u.shape();
  const int halo = transposed ? 0 : 1; // lines of halo cells are prolongated too
  const auto move = [&](S* end, std::ptrdiff_t before, std::ptrdiff_t line, int lines) {
    Kokkos::parallel_for(
        grid.label(Kernel::mirror_sides),
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, Int64(lines) * s.nz),
        MoveEnd<S>{end, before, line, u.layer_stride(), lines, transposed});
  };
  if (axes.x) move(u.column(s.nx - 1, -halo), u.column_stride(), u.row_stride(), s.ny + 2 * halo);
  if (axes.y) move(u.column(-halo, s.ny - 1), u.row_stride(), u.column_stride(), s.nx + 2 * halo);
}

} // namespace

template <class P>
void DomainSides<P>::move_ends(const Grid& grid, Coarsening axes, const Vector& u) {
  isobar::move_ends<P>(grid, axes, u, false);
}
template <class P>
void DomainSides<P>::move_ends_transposed(const Grid& grid, Coarsening axes, const Vector& f) {
  isobar::move_ends<P>(grid, axes, f, true);
}

ISOBAR_INSTANTIATE(struct Transfer)
ISOBAR_INSTANTIATE_MIXED(struct Transfer)
ISOBAR_INSTANTIATE(struct DomainSides)

} // namespace isobar
