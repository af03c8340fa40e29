#include "base/precision_list.hpp"
#include "columns/kernels/corrected_cells.hpp"
#include "columns/kernels/restriction_kernels.hpp"
#include "launch/require_cells.hpp"
#include "walk/cell_walk.hpp"
#include "walk/with_corners.hpp"
#include <isobar/core/columns/kernels/transfer.hpp>

namespace isobar {
namespace {

template <class P, class SC, class H> struct Prolongate : WritesCells<P, 2> {
  using typename WritesCells<P, 2>::S;
  using typename WritesCells<P, 2>::pack;
  CorrectedCells<StoredCells<S, P::layout>, SC, P::layout, H> corrected;

  KOKKOS_FORCEINLINE_FUNCTION void enter_patch(int patch) { corrected.enter_patch(patch); }
  KOKKOS_FORCEINLINE_FUNCTION pack read(const Cell& c) const {
    return corrected.template value<pack>(c);
  }
};

template <class P, class SC, class H> struct Interpolate : WritesCells<P, 2> {
  using typename WritesCells<P, 2>::pack;
  FieldStrides<P::layout> coarse_strides;
  Cells<SC, P::layout> coarse;
  int first; ///< fine row of the walk's row 0

  KOKKOS_FORCEINLINE_FUNCTION void enter_patch(int patch) {
    isobar::enter_patch(coarse, coarse_strides, patch);
  }
  KOKKOS_FORCEINLINE_FUNCTION pack read(const Cell& c) const {
    return Correction<pack, SC, P::layout, H>(coarse, coarse_strides, c.i, c.k, c.j + first)
        .centre();
  }
};

/// Returns the range of a restriction, which takes all fine rows of a coarse row in one step.
template <class H, class A, Walk W> CellRange<A, W> coarse_rows(const PlannedGrid<A, W>& fine) {
  return {fine, fine.nx(), H::y ? fine.rows().in_pairs() : fine.rows(), fine.nz()};
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
  require_cells(fine, Kernel::restrict_residual, u, f);
  require_cells(coarse_cells(fine, halved), Kernel::restrict_residual, f_coarse);
  with_corners(fine, [&](auto corners) {
    by_restriction(halved, fine, Kernel::restrict_residual, [&](auto h) {
      return RestrictResidual<P, typename Q::storage, decltype(h), corners>{
          GridCells(fine.matrix()), FieldStrides(u), FieldStrides(f_coarse), Cells(u), Cells(f),
          Cells(f_coarse),          fine.ny()};
    });
  });
}

template <class P, class Q>
void Transfer<P, Q>::restrict_rhs(const Grid& fine, const Vector& f, const CoarseVector& f_coarse,
                                  Coarsening halved) {
  require_cells(fine, Kernel::restrict_rhs, f);
  require_cells(coarse_cells(fine, halved), Kernel::restrict_rhs, f_coarse);
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
  require_cells(fine, Kernel::restrict_transpose, r);
  require_cells(coarse_cells(fine, halved), Kernel::restrict_transpose, f_coarse);
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
  require_cells(fine, Kernel::prolongate, u, out);
  require_cells(coarse_cells(fine, halved), Kernel::prolongate, u_coarse);
  with_halved(halved, [&](auto h) {
    using H = decltype(h);
    for_cells(fine.label(Kernel::prolongate),
              Prolongate<P, typename Q::storage, H>{{{FieldStrides(u)}, Cells(out)},
                                                    corrected_cells<H>(stored_cells(u), u_coarse)},
              CellRange(fine));
  });
}

template <class P, class Q>
void Transfer<P, Q>::interpolate(const Grid& fine, const CoarseVector& u_coarse, const Vector& out,
                                 Coarsening halved, HaloRows rows) {
  require_cells(fine, Kernel::interpolate, out);
  require_cells(coarse_cells(fine, halved), Kernel::interpolate, u_coarse);
  const bool with_halo = rows.south || rows.north; // never true for patches
  const int first = rows.south ? -1 : 0;
  Cells target(out);
  target.origin = target.origin + first * out.row_stride();
  with_halved(halved, [&](auto h) {
    for_cells(fine.label(Kernel::interpolate),
              Interpolate<P, typename Q::storage, decltype(h)>{
                  {{FieldStrides(out)}, target}, FieldStrides(u_coarse), Cells(u_coarse), first},
              CellRange(fine, fine.nx(),
                        with_halo ? PatchRows(fine.ny() + rows.south + rows.north) : fine.rows(),
                        fine.nz()));
  });
}

ISOBAR_INSTANTIATE(struct Transfer)
ISOBAR_INSTANTIATE_MIXED(struct Transfer)

} // namespace isobar
