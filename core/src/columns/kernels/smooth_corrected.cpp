#include "base/precision_list.hpp"
#include "columns/kernels/corrected_cells.hpp"
#include "device/smooth_kernel.hpp"
#include "launch/require_cells.hpp"
#include "walk/solve_walk.hpp"
#include "walk/with_corners.hpp"
#include <isobar/core/columns/kernels/transfer.hpp>

/// Transfer's smoothing steps on corrected cells. They have a source file of their own, because
/// nvcc needs minutes for all shapes of teams.
namespace isobar {
namespace {

/// Does one smoothing step of u + P u_coarse. `Own` is the source of u.
template <class P, bool corners, class Own, class SC>
void smooth_corrected_with(const std::string& label, const GridOf<P>& fine, double rho,
                           const Own& u, const FieldOf<P>& f, const Field<SC, P::layout>& u_coarse,
                           const FieldOf<P>& out) {
  using A = typename P::arithmetic;
  const auto source = [&] {
    const auto cells = corrected_cells<HalvedBoth>(u, u_coarse);
    if constexpr (P::walk == Walk::blocks)
      return CorrectedRows<Own, SC, P::layout, corners>{cells, fine.nx(), fine.nz()};
    else return cells;
  }();
  const SmoothKernel<P, std::remove_const_t<decltype(source)>, corners> kernel{
      GridCells(fine.matrix()),
      FieldStrides(out),
      A(rho),
      A(1) - A(rho),
      source,
      Cells(f),
      Cells(out)};
  for_columns(label, kernel, fine);
}

template <class P, class Own, class SC>
void smooth_corrected(const std::string& label, const GridOf<P>& fine, double rho, const Own& u,
                      const FieldOf<P>& f, const Field<SC, P::layout>& u_coarse,
                      const FieldOf<P>& out) {
  with_corners(fine, [&](auto corners) {
    smooth_corrected_with<P, corners>(label, fine, rho, u, f, u_coarse, out);
  });
}

} // namespace

template <class P, class Q>
void Transfer<P, Q>::prolongate_smooth(const Grid& fine, double rho, const Vector& u,
                                       const Vector& f, const CoarseVector& u_coarse,
                                       const Vector& out) {
  require_cells(fine, Kernel::prolongate_smooth, u, f, out);
  require_cells(coarse_cells(fine, {true, true}), Kernel::prolongate_smooth, u_coarse);
  smooth_corrected<P>(fine.label(Kernel::prolongate_smooth), fine, rho, stored_cells(u), f,
                      u_coarse, out);
}

template <class P, class Q>
void Transfer<P, Q>::interpolate_smooth(const Grid& fine, double rho, const Vector& f,
                                        const CoarseVector& u_coarse, const Vector& out) {
  require_cells(fine, Kernel::interpolate_smooth, f, out);
  require_cells(coarse_cells(fine, {true, true}), Kernel::interpolate_smooth, u_coarse);
  const ZeroCells<typename P::storage, P::layout> zero{FieldStrides(out)};
  smooth_corrected<P>(fine.label(Kernel::interpolate_smooth), fine, rho, zero, f, u_coarse, out);
}

ISOBAR_INSTANTIATE(struct Transfer)
ISOBAR_INSTANTIATE_MIXED(struct Transfer)

} // namespace isobar
