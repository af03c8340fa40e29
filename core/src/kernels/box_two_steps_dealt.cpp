#include "base/precision_list.hpp"
#include "kernels/two_step_call.hpp"

namespace isobar {

template <class P, class Q>
void DealtSteps<P, Q>::first(const TwoStepCall<P, Q>& call, const DealtRows& rows) {
  call.with_kernel(UniformBox(call.grid), rows, [&](const auto& kernel) {
    for_first_step(call.grid.label(Kernel::box_first_step), kernel);
  });
}

template <class P, class Q>
void DealtSteps<P, Q>::both(const TwoStepCall<P, Q>& call, const DealtRows& rows,
                            const RowSpan& span) {
  call.with_kernel(UniformBox(call.grid), rows,
                   [&](const auto& kernel) { for_two_steps(call.label(), kernel, span); });
}

ISOBAR_INSTANTIATE_FOR_BOX(struct DealtSteps)
ISOBAR_INSTANTIATE_MIXED(struct DealtSteps)

} // namespace isobar
