#include "base/precision_list.hpp"
#include "box/kernels/two_step_call.hpp"

namespace isobar {

template <class P> void DealtSteps<P>::first(const TwoStepCall<P>& call, const DealtRows& rows) {
  call.first(UniformBox(call.grid), rows);
}

template <class P>
void DealtSteps<P>::both(const TwoStepCall<P>& call, const DealtRows& rows, const RowSpan& span) {
  call.both(UniformBox(call.grid), rows, span);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct DealtSteps)

} // namespace isobar
