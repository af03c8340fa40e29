#include "base/precision_list.hpp"
#include "kernels/two_step_call.hpp"

#include <isobar/core/kernels/box_two_steps.hpp>

#include <stdexcept>

namespace isobar {
namespace {

void check_rows(const Partition& part) {
  if (!part.has_whole_rows())
    throw std::invalid_argument("two smoothing steps in one pass: expected whole rows of a box");
}

} // namespace

template <class P, class Q>
void BoxTwoSteps<P, Q>::first_step_for_neighbours(const Grid& grid, const TwoSteps& steps,
                                                  const Start& start, const Vector& f,
                                                  const Vector& out) {
  check_rows(grid.partition());
  const TwoStepCall<P, Q> call{grid, steps, start, f, out};
  const DealtRows rows(grid);
  if (rows.edges() == 0) return;
  if (grid.is_uniform()) DealtSteps<P, Q>::first(call, rows);
  else StretchedSteps<P, Q>::first(call, rows);
}

template <class P, class Q>
void BoxTwoSteps<P, Q>::smooth(const Grid& grid, const TwoSteps& steps, const Start& start,
                               const Vector& f, const Vector& out) {
  smooth_rows(grid, steps, start, f, out, 0, grid.ny());
}

template <class P, class Q>
void BoxTwoSteps<P, Q>::smooth_rows(const Grid& grid, const TwoSteps& steps, const Start& start,
                                    const Vector& f, const Vector& out, int first, int count) {
  check_rows(grid.partition());
  const TwoStepCall<P, Q> call{grid, steps, start, f, out};
  const RowSpan span{first, count};
  if (!grid.is_uniform()) return StretchedSteps<P, Q>::both(call, DealtRows(grid), span);
  if (!grid.partition().is_whole()) return DealtSteps<P, Q>::both(call, DealtRows(grid), span);
  call.both(UniformBox(grid), WholeAxis{grid.ny(), grid.spec().y.is_periodic()}, span);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct BoxTwoSteps)
ISOBAR_INSTANTIATE_MIXED(struct BoxTwoSteps)

} // namespace isobar
