#include "base/precision_list.hpp"
#include "box/kernels/two_step_call.hpp"

namespace isobar {

template <class P, class Q>
void DealtSteps<P, Q>::first(const TwoStepCall<P, Q>& call, const DealtRows& rows) {
  call.first(UniformBox(call.grid), rows);
}

template <class P, class Q>
void DealtSteps<P, Q>::both(const TwoStepCall<P, Q>& call, const DealtRows& rows,
                            const RowSpan& span) {
  call.both(UniformBox(call.grid), rows, span);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct DealtSteps)
ISOBAR_INSTANTIATE_MIXED(struct DealtSteps)

} // namespace isobar
