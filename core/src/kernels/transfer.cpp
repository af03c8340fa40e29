#include "base/precision_list.hpp"
#include "device/pack_shuffle.hpp"
#include "device/smooth_kernel.hpp"
#include "walk/cell_walk.hpp"
#include "walk/solve_walk.hpp"
#include <isobar/core/kernels/transfer.hpp>

namespace isobar {
namespace {

/// The rows of a field up to a last one, which stands in for those beyond it: the halo row, or at the end
/// of an odd number of rows, where nothing couples any more, the last owned one.
template <class S, Layout L> struct RowsUpTo {
  Stencilled<S, L> field;
  int last;
  KOKKOS_FORCEINLINE_FUNCTION FieldRow<S, L> row(const Cell& c, int rows) const {
    return field.row(c, (c.j + rows < last ? c.j + rows : last) - c.j);
  }
};

/// Packs of kernels that read a fine level with packs of it and write a coarser one: twice as wide as
/// others where x is halved.
template <class P, class H>
using FinePack = Pack<typename P::arithmetic, (H::x ? 2 : 1) * pack_width<P>>;
/// What becomes of a pack of fine columns, of which the first `columns` count.
template <class H, class V>
KOKKOS_FORCEINLINE_FUNCTION auto sum_children(const V& x, [[maybe_unused]] int columns) {
  if constexpr (H::x) return sum_pairs(keep_active(x, columns));
  else return x;
}
/// Columns of the coarse level that so many fine ones belong to.
template <class H> KOKKOS_FORCEINLINE_FUNCTION int parents(int columns) {
  return H::x ? (columns + 1) / 2 : columns;
}

/// One pack of fine columns in the fine rows of coarse row j. A row or a column that is alone at the end
/// of the domain has a neighbour without weight.
template <class P, class SC, class H> struct RestrictResidual {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = FinePack<P, H>;
  static constexpr int rows = H::y ? 2 : 1;
  static constexpr CellLaunch launch{.rows = rows, .fetches_ahead = true};
  struct Column {
    ColumnStencil<pack> row[rows];
    A last_weight; ///< of the northern row: 0 where there is none
  };
  struct Inputs {
    pack f[rows];
  };
  GridCells<A> grid;
  FieldStrides<P::layout> strides, coarse_strides;
  Cells<S, P::layout> u, f;
  Cells<SC, P::layout> coarse;
  int ny; ///< fine rows

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    Column c{};
    for (int r = 0; r < rows; ++r)
      if (rows * j + r < ny) c.row[r] = ColumnStencil<pack>::at(grid, i, rows * j + r);
    c.last_weight = A(rows * j + rows - 1 < ny ? 1 : 0);
    return c;
  }
  KOKKOS_FORCEINLINE_FUNCTION RowsUpTo<S, P::layout> stencilled() const {
    return {{u, strides}, H::y ? ny - ny % 2 : ny};
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    Inputs in;
    for (int r = 0; r < rows; ++r) in.f[r] = load_aligned<pack>(row(c, r));
    return in;
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const {
    for (int r = 0; r < rows; ++r) isobar::will_read(row(c, r));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const LayerCoefficients<A>& layer,
                                        const Cell& c, const Window<pack> (&window)[rows],
                                        const Inputs& in, int active, SumPacks<pack>&) const {
    pack residual = in.f[0] - apply_matrix(layer, column.row[0], window[0]);
    if constexpr (H::y)
      residual =
          residual + (column.last_weight * in.f[1] - apply_matrix(layer, column.row[1], window[1]));
    store(coarse.origin + coarse_strides.offset(H::x ? c.i / 2 : c.i, c.k, c.j),
          sum_children<H>(residual, active), parents<H>(active));
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION auto row(const Cell& c, int r) const {
    return f.at(c) + ((rows - 1) * c.j + r) * strides.row;
  }
};

/// What restrictions of a field alone have in common: read() gives what a pack of coarse cells takes.
template <class P, class SC, class H> struct WritesCoarseCells : WithoutMatrix<P, H::x ? 2 : 1> {
  using Base = WithoutMatrix<P, H::x ? 2 : 1>;
  using typename Base::A;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Inputs = PackOf<P>;
  FieldStrides<P::layout> coarse_strides;
  Cells<S, P::layout> fine;
  Cells<SC, P::layout> coarse;
  int nx, ny; ///< fine columns and rows

  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, const Inputs& x, int active,
                                        SumPacks<pack>&) const {
    store(coarse.at(coarse_strides.cell(H::x ? c.i / 2 : c.i, c.k, c.j)), x, parents<H>(active));
  }

protected:
  /// Whether a coarse cell has a northern fine row.
  KOKKOS_FORCEINLINE_FUNCTION bool has_north(const Cell& c) const {
    return H::y && 2 * c.j + 1 < ny;
  }
  /// In the southern, or only, of its fine rows.
  KOKKOS_FORCEINLINE_FUNCTION auto southern(const Cell& c) const {
    return fine.at(c) + (H::y ? c.j : 0) * this->strides.row;
  }
};

/// The same as RestrictResidual from u = 0: the residual is f.
template <class P, class SC, class H> struct RestrictRhs : WritesCoarseCells<P, SC, H> {
  using typename WritesCoarseCells<P, SC, H>::pack;
  using typename WritesCoarseCells<P, SC, H>::Inputs;

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const auto south = this->southern(c);
    pack sum = load_aligned<pack>(south);
    if (this->has_north(c)) sum = sum + load_aligned<pack>(south + this->strides.row);
    return sum_children<H>(sum, this->nx - c.i);
  }
};

/// P^T: the 4 x 4 fine cells around a coarse one, with weights (1, 3, 3, 1)/4 along halved axes. At the
/// end of an odd row the two last of the four do not exist (DomainSides::move_ends_transposed does the
/// rest of P^T there).
template <class P, class SC, class H> struct RestrictTranspose : WritesCoarseCells<P, SC, H> {
  using typename WritesCoarseCells<P, SC, H>::A;
  using typename WritesCoarseCells<P, SC, H>::pack;
  using typename WritesCoarseCells<P, SC, H>::Inputs;

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const std::ptrdiff_t row = this->strides.row;
    const auto p = this->southern(c);
    const int columns = this->nx - c.i + 1 - this->nx % 2;
    if constexpr (!H::y) return along_x(p, columns);
    const Inputs south = A(0.75) * along_x(p, columns) + A(0.25) * along_x(p - row, columns);
    if (!this->has_north(c)) return south;
    return south + (A(0.75) * along_x(p + row, columns) + A(0.25) * along_x(p + 2 * row, columns));
  }

private:
  /// Columns 2I-1 .. 2I+2 of one row: both children twice, and the pairs beside them once. `columns` of
  /// them hold a number: the owned ones, and the mirror image beyond an even row.
  template <class Pointer>
  KOKKOS_FORCEINLINE_FUNCTION static Inputs along_x(const Pointer& p, int columns) {
    if constexpr (!H::x) {
      return load<pack>(p);
    } else {
      const Inputs own = A(0.5) * sum_pairs(keep_active(load<pack>(p), columns)) +
                         A(0.25) * sum_pairs(keep_active(load<pack>(beside(p, -1)), columns + 1));
      if (columns == 1) return own;
      return own + A(0.25) * sum_pairs(keep_active(load<pack>(beside(p, 1)), columns - 1));
    }
  }
};

template <class P, class SC, class H> struct Prolongate : WritesCells<P, 2> {
  using typename WritesCells<P, 2>::S;
  using typename WritesCells<P, 2>::pack;
  CorrectedCells<S, SC, P::layout, H> corrected;

  KOKKOS_FORCEINLINE_FUNCTION pack read(const Cell& c) const {
    return corrected.template value<pack>(c);
  }
};

template <class P, class SC, class H> struct Interpolate : WritesCells<P, 2> {
  using typename WritesCells<P, 2>::pack;
  FieldStrides<P::layout> coarse_strides;
  Cells<SC, P::layout> coarse;

  KOKKOS_FORCEINLINE_FUNCTION pack read(const Cell& c) const {
    return Correction<pack, SC, P::layout, H>(coarse, coarse_strides, c.i, c.k, c.j).centre();
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

/// A restriction takes the fine rows of a coarse one in a step.
template <class H, class A, Walk W> CellRange<A, W> coarse_rows(const PlannedGrid<A, W>& fine) {
  return {fine, fine.nx(), H::y ? coarsened_columns(fine.ny()) : fine.ny(), fine.nz()};
}

template <class H, class S, class SC, Layout L>
CorrectedCells<S, SC, L, H> corrected_cells(const Field<S, L>& u, const Field<SC, L>& coarse) {
  return {{Cells(u), FieldStrides(u)}, Cells(coarse), FieldStrides(coarse)};
}

} // namespace

template <class P, class Q>
void Transfer<P, Q>::restrict_residual(const Grid& fine, const Vector& u, const Vector& f,
                                       const CoarseVector& f_coarse, Coarsening halved) {
  with_halved(halved, [&]<class H>(H) {
    const RestrictResidual<P, typename Q::storage, H> kernel{
        GridCells(fine.matrix()), FieldStrides(u), FieldStrides(f_coarse), Cells(u), Cells(f),
        Cells(f_coarse),          fine.ny()};
    for_cells(fine.label(Kernel::restrict_residual), kernel, coarse_rows<H>(fine));
  });
}

template <class P, class Q>
void Transfer<P, Q>::restrict_rhs(const Grid& fine, const Vector& f, const CoarseVector& f_coarse,
                                  Coarsening halved) {
  with_halved(halved, [&]<class H>(H) {
    const RestrictRhs<P, typename Q::storage, H> kernel{{{FieldStrides(f)},
                                                         FieldStrides(f_coarse),
                                                         Cells(f),
                                                         Cells(f_coarse),
                                                         fine.nx(),
                                                         fine.ny()}};
    for_cells(fine.label(Kernel::restrict_rhs), kernel, coarse_rows<H>(fine));
  });
}

template <class P, class Q>
void Transfer<P, Q>::restrict_transpose(const Grid& fine, const Vector& r,
                                        const CoarseVector& f_coarse, Coarsening halved) {
  with_halved(halved, [&]<class H>(H) {
    const RestrictTranspose<P, typename Q::storage, H> kernel{{{FieldStrides(r)},
                                                               FieldStrides(f_coarse),
                                                               Cells(r),
                                                               Cells(f_coarse),
                                                               fine.nx(),
                                                               fine.ny()}};
    for_cells(fine.label(Kernel::restrict_transpose), kernel, coarse_rows<H>(fine));
  });
}

template <class P, class Q>
void Transfer<P, Q>::prolongate(const Grid& fine, const Vector& u, const CoarseVector& u_coarse,
                                const Vector& out, Coarsening halved) {
  with_halved(halved, [&]<class H>(H) {
    const Prolongate<P, typename Q::storage, H> kernel{{{FieldStrides(u)}, Cells(out)},
                                                       corrected_cells<H>(u, u_coarse)};
    for_cells(fine.label(Kernel::prolongate), kernel, CellRange(fine));
  });
}

template <class P, class Q>
void Transfer<P, Q>::interpolate(const Grid& fine, const CoarseVector& u_coarse, const Vector& out,
                                 Coarsening halved) {
  with_halved(halved, [&]<class H>(H) {
    const Interpolate<P, typename Q::storage, H> kernel{
        {{FieldStrides(out)}, Cells(out)}, FieldStrides(u_coarse), Cells(u_coarse)};
    for_cells(fine.label(Kernel::interpolate), kernel, CellRange(fine));
  });
}

template <class P, class Q>
void Transfer<P, Q>::prolongate_smooth(const Grid& fine, double rho, const Vector& u,
                                       const Vector& f, const CoarseVector& u_coarse,
                                       const Vector& out, Coarsening halved) {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  with_halved(halved, [&]<class H>(H) {
    const auto source = [&] {
      const auto cells = corrected_cells<H>(u, u_coarse);
      if constexpr (P::walk == Walk::blocks)
        return CorrectedRows<S, typename Q::storage, P::layout, H>{cells, fine.nx(), fine.nz()};
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
  });
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
