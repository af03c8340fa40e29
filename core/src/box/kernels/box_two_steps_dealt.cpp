#include "base/precision_list.hpp"
#include "box/kernels/two_step_call.hpp"

namespace isobar {

template <class P>
void DistributedSteps<P>::first(const TwoStepCall<P>& call, const DistributedRows& rows) {
  call.first(UniformBox(call.grid), rows);
}

template <class P>
void DistributedSteps<P>::both(const TwoStepCall<P>& call, const DistributedRows& rows,
                               const RowSpan& span) {
  call.both(UniformBox(call.grid), rows, span);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct DistributedSteps)

} // namespace isobar
