#include "base/precision_list.hpp"
#include "walk/gpu/two_step_march.hpp"
#include "walk/two_step_rows.hpp"

#include <isobar/core/kernels/box_two_steps.hpp>

namespace isobar {
namespace {

/// Both steps on a whole box, u from this source. Returns before a device has finished.
template <class P, class Source>
void run_steps(const std::string& label, const BoxGridOf<P>& grid, const TwoSteps& steps,
               const Source& u, const FieldOf<P>& f, const FieldOf<P>& out) {
  const TwoStepKernel<P, Source> kernel(grid, steps.first, steps.second, steps.colours, u, f, out);
  if constexpr (P::walk == Walk::march) launch(label, TwoStepMarch(kernel));
  else Kokkos::parallel_for(label, TwoStepRows(kernel).policy(), TwoStepRows(kernel));
}

} // namespace

template <class P, class Q>
void BoxTwoSteps<P, Q>::smooth(const Grid& grid, const TwoSteps& steps, const Vector& u,
                               const Vector& f, const Vector& out) {
  run_steps<P>(grid.label(Kernel::box_smooth_twice), grid, steps, StoredBox(u), f, out);
}

template <class P, class Q>
void BoxTwoSteps<P, Q>::smooth_from_zero(const Grid& grid, const TwoSteps& steps, const Vector& f,
                                         const Vector& out) {
  run_steps<P>(grid.label(Kernel::box_smooth_twice_from_zero), grid, steps, ZeroBox(), f, out);
}

template <class P, class Q>
void BoxTwoSteps<P, Q>::prolongate_smooth(const Grid& grid, const TwoSteps& steps, const Vector& u,
                                          const Vector& f, const CoarseVector& u_coarse,
                                          const Vector& out) {
  run_steps<P>(grid.label(Kernel::box_prolongate_smooth), grid, steps,
               CorrectedBox(StoredBox(u), u_coarse, grid), f, out);
}

template <class P, class Q>
void BoxTwoSteps<P, Q>::interpolate_smooth(const Grid& grid, const TwoSteps& steps, const Vector& f,
                                           const CoarseVector& u_coarse, const Vector& out) {
  run_steps<P>(grid.label(Kernel::box_interpolate_smooth), grid, steps,
               CorrectedBox(ZeroBox(), u_coarse, grid), f, out);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct BoxTwoSteps)
ISOBAR_INSTANTIATE_MIXED(struct BoxTwoSteps)

} // namespace isobar
