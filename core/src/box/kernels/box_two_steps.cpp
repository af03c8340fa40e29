#include "base/precision_list.hpp"
#include "box/kernels/two_step_call.hpp"
#include "launch/require_cells.hpp"

#include <isobar/core/box/kernels/box_two_steps.hpp>

#include <stdexcept>
#include <string>

namespace isobar {
namespace {

template <class Two>
void check(const typename Two::Grid& grid, const typename Two::Vector* u,
           const typename Two::Vector& f, const typename Two::Vector& out) {
  require_cells(grid, Kernel::box_smooth_twice, f, out);
  if (u) require_cells(grid, Kernel::box_smooth_twice, *u);
  const std::string what = "two smoothing steps in one pass: expected ";
  if (!grid.partition().has_whole_rows()) throw std::invalid_argument(what + "whole rows of a box");
  if (!Two::takes(grid)) throw std::invalid_argument(what + "equal cells, as on all GPUs");
}

} // namespace

template <class P>
void BoxTwoSteps<P>::first_step_for_neighbours(const Grid& grid, const TwoSteps& steps,
                                               const Vector* u, const Vector& f,
                                               const Vector& out) {
  check<BoxTwoSteps>(grid, u, f, out);
  const TwoStepCall<P> call{grid, steps, u, f, out};
  const DistributedRows rows(grid);
  if (rows.edges() == 0) return;
  if (grid.is_uniform()) DistributedSteps<P>::first(call, rows);
  else StretchedSteps<P>::first(call, rows);
}

template <class P>
void BoxTwoSteps<P>::smooth(const Grid& grid, const TwoSteps& steps, const Vector* u,
                            const Vector& f, const Vector& out) {
  smooth_rows(grid, steps, u, f, out, 0, grid.ny());
}

template <class P>
void BoxTwoSteps<P>::smooth_rows(const Grid& grid, const TwoSteps& steps, const Vector* u,
                                 const Vector& f, const Vector& out, int first, int count) {
  check<BoxTwoSteps>(grid, u, f, out);
  const TwoStepCall<P> call{grid, steps, u, f, out};
  const RowSpan span{first, count};
  if (!grid.is_uniform()) return StretchedSteps<P>::both(call, DistributedRows(grid), span);
  if (!grid.partition().is_whole())
    return DistributedSteps<P>::both(call, DistributedRows(grid), span);
  call.both(UniformBox(grid), WholeAxis{grid.ny(), grid.spec().y.is_periodic()}, span);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct BoxTwoSteps)

} // namespace isobar
