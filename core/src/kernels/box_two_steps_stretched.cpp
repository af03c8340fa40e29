#include "base/precision_list.hpp"
#include "kernels/two_step_call.hpp"

namespace isobar {

template <class P, class Q>
void StretchedSteps<P, Q>::first(const TwoStepCall<P, Q>& call, const DealtRows& rows) {
  call.first(BoxCells(call.grid), rows);
}

template <class P, class Q>
void StretchedSteps<P, Q>::both(const TwoStepCall<P, Q>& call, const DealtRows& rows,
                                const RowSpan& span) {
  call.both(BoxCells(call.grid), rows, span);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct StretchedSteps)
ISOBAR_INSTANTIATE_MIXED(struct StretchedSteps)

} // namespace isobar
