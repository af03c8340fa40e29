#include "base/precision_list.hpp"
#include "box/kernels/two_step_call.hpp"

namespace isobar {

template <class P, class Q>
void StretchedSteps<P, Q>::first([[maybe_unused]] const TwoStepCall<P, Q>& call,
                                 [[maybe_unused]] const DealtRows& rows) {
  if constexpr (P::walk != Walk::march) call.first(BoxCells(call.grid), rows);
}

template <class P, class Q>
void StretchedSteps<P, Q>::both([[maybe_unused]] const TwoStepCall<P, Q>& call,
                                [[maybe_unused]] const DealtRows& rows,
                                [[maybe_unused]] const RowSpan& span) {
  if constexpr (P::walk != Walk::march) call.both(BoxCells(call.grid), rows, span);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct StretchedSteps)
ISOBAR_INSTANTIATE_MIXED(struct StretchedSteps)

} // namespace isobar
