#include "base/precision_list.hpp"
#include "box/kernels/box_prolongation.hpp"
#include "box/kernels/box_restriction.hpp"
#include "launch/require_cells.hpp"

#include <isobar/core/box/kernels/box_transfer.hpp>

namespace isobar {
namespace {

template <class Grid> CellCounts coarse_cells(const Grid& fine) {
  const Halving halved = fine.halved();
  return CellCounts(fine).halved(halved.x, halved.y, halved.z);
}

template <class P, class Q, class Box>
void restrict_with(const Box& box, const BoxGridOf<P>& fine, const FieldOf<P>& u,
                   const FieldOf<P>& f, const FieldOf<Q>& f_coarse) {
  for_box_children(fine, Kernel::box_restrict_residual, [&](auto x) {
    return BoxRestrictResidual<P, typename Q::storage, x, Box>(box, fine, u, f, f_coarse);
  });
}

} // namespace

template <class P, class Q>
void BoxTransfer<P, Q>::restrict_residual(const Grid& fine, const Vector& u, const Vector& f,
                                          const CoarseVector& f_coarse) {
  require_cells(fine, Kernel::box_restrict_residual, u, f);
  require_cells(coarse_cells(fine), Kernel::box_restrict_residual, f_coarse);
  with_box(fine, [&](const auto& box) { restrict_with<P, Q>(box, fine, u, f, f_coarse); });
}

template <class P, class Q>
void BoxTransfer<P, Q>::restrict_rhs(const Grid& fine, const Vector& f,
                                     const CoarseVector& f_coarse) {
  require_cells(fine, Kernel::box_restrict_rhs, f);
  require_cells(coarse_cells(fine), Kernel::box_restrict_rhs, f_coarse);
  for_box_children(fine, Kernel::box_restrict_rhs, [&](auto x) {
    return BoxRestrictRhs<P, typename Q::storage, x>(fine, f, f_coarse);
  });
}

template <class P, class Q>
void BoxTransfer<P, Q>::restrict_transpose(const Grid& fine, const Vector& r,
                                           const CoarseVector& f_coarse) {
  require_cells(fine, Kernel::box_restrict_transpose, r);
  require_cells(coarse_cells(fine), Kernel::box_restrict_transpose, f_coarse);
  for_box_children(fine, Kernel::box_restrict_transpose, [&](auto x) {
    return BoxRestrictTranspose<P, typename Q::storage, x>(fine, r, f_coarse);
  });
}

template <class P, class Q>
void BoxTransfer<P, Q>::restrict_weighted(const Grid& fine, double own, const Vector& r,
                                          const CoarseVector& f_coarse) {
  require_cells(fine, Kernel::box_restrict_weighted, r);
  require_cells(coarse_cells(fine), Kernel::box_restrict_weighted, f_coarse);
  for_box_children(fine, Kernel::box_restrict_weighted, [&](auto x) {
    return BoxRestrictWeighted<P, typename Q::storage, x>(fine, own, r, f_coarse);
  });
}

template <class P, class Q>
void BoxTransfer<P, Q>::prolongate(const Grid& fine, const Vector& u, const CoarseVector& u_coarse,
                                   const Vector& out) {
  require_cells(fine, Kernel::box_prolongate, u, out);
  require_cells(coarse_cells(fine), Kernel::box_prolongate, u_coarse);
  for_box_children(fine, Kernel::box_prolongate, [&](auto x) {
    return BoxProlongate<P, typename Q::storage, x>(fine, u, u_coarse, out);
  });
}

template <class P, class Q>
void BoxTransfer<P, Q>::interpolate(const Grid& fine, const CoarseVector& u_coarse,
                                    const Vector& out) {
  require_cells(fine, Kernel::box_interpolate, out);
  require_cells(coarse_cells(fine), Kernel::box_interpolate, u_coarse);
  for_box_children(fine, Kernel::box_interpolate, [&](auto x) {
    return BoxInterpolate<P, typename Q::storage, x>(fine, u_coarse, out);
  });
}

ISOBAR_INSTANTIATE_FOR_BOX(struct BoxTransfer)
ISOBAR_INSTANTIATE_MIXED(struct BoxTransfer)

} // namespace isobar
