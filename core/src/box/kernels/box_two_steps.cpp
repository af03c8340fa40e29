#include "base/precision_list.hpp"
#include "box/kernels/two_step_call.hpp"
#include "launch/require_cells.hpp"

#include <isobar/core/box/kernels/box_two_steps.hpp>

#include <stdexcept>
#include <string>

namespace isobar {
namespace {

template <class Two>
void check(const typename Two::Grid& grid, const typename Two::Start& start,
           const typename Two::Vector& f, const typename Two::Vector& out) {
  require_cells(grid, Kernel::box_smooth_twice, f, out);
  if (start.u) require_cells(grid, Kernel::box_smooth_twice, *start.u);
  if (start.correction)
    require_cells(CellCounts(grid).halved(true, true, true), Kernel::box_prolongate_smooth,
                  *start.correction);
  const std::string what = "two smoothing steps in one pass: expected ";
  if (!grid.partition().has_whole_rows()) throw std::invalid_argument(what + "whole rows of a box");
  if (!Two::takes(grid)) throw std::invalid_argument(what + "equal cells, as on all GPUs");
  if (start.correction && !Two::takes_correction)
    throw std::invalid_argument(what + "no correction, as on all GPUs");
}

} // namespace

template <class P, class Q>
void BoxTwoSteps<P, Q>::first_step_for_neighbours(const Grid& grid, const TwoSteps& steps,
                                                  const Start& start, const Vector& f,
                                                  const Vector& out) {
  check<BoxTwoSteps>(grid, start, f, out);
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
  check<BoxTwoSteps>(grid, start, f, out);
  const TwoStepCall<P, Q> call{grid, steps, start, f, out};
  const RowSpan span{first, count};
  if (!grid.is_uniform()) return StretchedSteps<P, Q>::both(call, DealtRows(grid), span);
  if (!grid.partition().is_whole()) return DealtSteps<P, Q>::both(call, DealtRows(grid), span);
  call.both(UniformBox(grid), WholeAxis{grid.ny(), grid.spec().y.is_periodic()}, span);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct BoxTwoSteps)
ISOBAR_INSTANTIATE_MIXED(struct BoxTwoSteps)

} // namespace isobar
