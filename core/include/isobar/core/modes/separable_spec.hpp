#pragma once
#include <isobar/core/grid/grid_spec.hpp>

#include <memory>

namespace isobar {

/// Makes of a spec one whose equation separates (mode_pencil): the spec itself if it does, otherwise one near to it. In that beta and alpha_v
/// both have the function
///
///     p = sqrt(b v),   b and v the functions of beta and alpha_v of the horizontal position,
///
/// in place of their own. Profiles and all that links columns stay. Mountains have b = 1 / v, so that p is 1. Where b is 0, p is v. The
/// functions are called when the new one is. Functions that are the same object as the last time give the same object again, so that
/// grids do not ask for their numbers once more.
class SeparableSpec {
public:
  GridSpec operator()(const GridSpec& spec);

private:
  std::shared_ptr<const ColumnFields> of_, made_; ///< the last ones
};

} // namespace isobar
