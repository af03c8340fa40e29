#include "base/precision_list.hpp"
#include "walk/gpu/two_step_march.hpp"

#include <isobar/core/kernels/box_two_steps.hpp>

namespace isobar {
namespace {

/// The kernel for this source of u, with the steps that are asked for.
template <class P, class Source>
void run_steps(const std::string& label, const BoxGridOf<P>& grid, const TwoSteps& two,
               const Source& source, const FieldOf<P>& f, const FieldOf<P>& out) {
  using A = typename P::arithmetic;
  const A first = A(two.first), second = A(two.second);
  if (two.colours) {
    const ColourSteps<A> steps{{first, second}};
    for_two_steps(label, TwoStepKernel<P, Source, ColourSteps<A>>(grid, source, steps, f, out));
  } else {
    const JacobiSteps<A> steps{{first, second}};
    for_two_steps(label, TwoStepKernel<P, Source, JacobiSteps<A>>(grid, source, steps, f, out));
  }
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
