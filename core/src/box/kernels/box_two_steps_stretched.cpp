#include "base/precision_list.hpp"
#include "box/kernels/two_step_call.hpp"

namespace isobar {

template <class P>
void StretchedSteps<P>::first([[maybe_unused]] const TwoStepCall<P>& call,
                              [[maybe_unused]] const DistributedRows& rows) {
  if constexpr (P::walk != Walk::march) call.first(BoxCells(call.grid), rows);
}

template <class P>
void StretchedSteps<P>::both([[maybe_unused]] const TwoStepCall<P>& call,
                             [[maybe_unused]] const DistributedRows& rows,
                             [[maybe_unused]] const RowSpan& span) {
  if constexpr (P::walk != Walk::march) call.both(BoxCells(call.grid), rows, span);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct StretchedSteps)

} // namespace isobar
