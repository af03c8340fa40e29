#include "base/precision_list.hpp"
#include "device/smooth_kernel.hpp"
#include "kernels/restriction_kernels.hpp"
#include "walk/cell_walk.hpp"
#include "walk/solve_walk.hpp"
#include <isobar/core/kernels/transfer.hpp>

namespace isobar {
namespace {

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
  int first; ///< fine row of the walk's row 0

  KOKKOS_FORCEINLINE_FUNCTION pack read(const Cell& c) const {
    return Correction<pack, SC, P::layout, H>(coarse, coarse_strides, c.i, c.k, c.j + first)
        .centre();
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
template <class S, class A> struct MoveEnd {
  S* end;
  std::ptrdiff_t before, line, layer;
  int lines;
  bool transposed;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    S* const last = end + (n % lines) * line + (n / lines) * layer;
    const A own = A(*last), beside = A(last[-before]), third = A(1) / A(3);
    if (transposed) last[-before] = S(beside - third * own);
    *last = S(own + third * (transposed ? own : own - beside));
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

/// Launches the kernel that kernel_of(Halved) makes, on the coarse rows of a fine level.
template <class Grid, class KernelOf>
void by_restriction(Coarsening halved, const Grid& fine, Kernel name, const KernelOf& kernel_of) {
  with_halved(halved, fine.nx(), fine.ny(), [&](auto h) {
    for_cells(fine.label(name), kernel_of(h), coarse_rows<decltype(h)>(fine));
  });
}

} // namespace

template <class P, class Q>
void Transfer<P, Q>::restrict_residual(const Grid& fine, const Vector& u, const Vector& f,
                                       const CoarseVector& f_coarse, Coarsening halved) {
  by_restriction(halved, fine, Kernel::restrict_residual, [&](auto h) {
    return RestrictResidual<P, typename Q::storage, decltype(h)>{
        GridCells(fine.matrix()), FieldStrides(u), FieldStrides(f_coarse), Cells(u), Cells(f),
        Cells(f_coarse),          fine.ny()};
  });
}

template <class P, class Q>
void Transfer<P, Q>::restrict_rhs(const Grid& fine, const Vector& f, const CoarseVector& f_coarse,
                                  Coarsening halved) {
  by_restriction(halved, fine, Kernel::restrict_rhs, [&](auto h) {
    return RestrictRhs<P, typename Q::storage, decltype(h)>{{{FieldStrides(f)},
                                                             FieldStrides(f_coarse),
                                                             Cells(f),
                                                             Cells(f_coarse),
                                                             fine.nx(),
                                                             fine.ny()}};
  });
}

template <class P, class Q>
void Transfer<P, Q>::restrict_transpose(const Grid& fine, const Vector& r,
                                        const CoarseVector& f_coarse, Coarsening halved) {
  by_restriction(halved, fine, Kernel::restrict_transpose, [&](auto h) {
    return RestrictTranspose<P, typename Q::storage, decltype(h)>{{{FieldStrides(r)},
                                                                   FieldStrides(f_coarse),
                                                                   Cells(r),
                                                                   Cells(f_coarse),
                                                                   fine.nx(),
                                                                   fine.ny()}};
  });
}

template <class P, class Q>
void Transfer<P, Q>::prolongate(const Grid& fine, const Vector& u, const CoarseVector& u_coarse,
                                const Vector& out, Coarsening halved) {
  with_halved(halved, [&](auto h) {
    using H = decltype(h);
    for_cells(fine.label(Kernel::prolongate),
              Prolongate<P, typename Q::storage, H>{{{FieldStrides(u)}, Cells(out)},
                                                    corrected_cells<H>(u, u_coarse)},
              CellRange(fine));
  });
}

template <class P, class Q>
void Transfer<P, Q>::interpolate(const Grid& fine, const CoarseVector& u_coarse, const Vector& out,
                                 Coarsening halved, HaloRows rows) {
  const int first = rows.south ? -1 : 0;
  Cells target(out);
  target.origin = target.origin + first * out.row_stride();
  with_halved(halved, [&](auto h) {
    for_cells(fine.label(Kernel::interpolate),
              Interpolate<P, typename Q::storage, decltype(h)>{
                  {{FieldStrides(out)}, target}, FieldStrides(u_coarse), Cells(u_coarse), first},
              CellRange(fine, fine.nx(), fine.ny() + rows.south + rows.north, fine.nz()));
  });
}

template <class P, class Q>
void Transfer<P, Q>::prolongate_smooth(const Grid& fine, double rho, const Vector& u,
                                       const Vector& f, const CoarseVector& u_coarse,
                                       const Vector& out) {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  const auto source = [&] {
    const auto cells = corrected_cells<HalvedBoth>(u, u_coarse);
    if constexpr (P::walk == Walk::blocks)
      return CorrectedRows<S, typename Q::storage, P::layout>{cells, fine.nx(), fine.nz()};
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
        MoveEnd<S, typename P::arithmetic>{end, before, line, u.layer_stride(), lines, transposed});
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
