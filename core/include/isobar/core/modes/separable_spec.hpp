#pragma once
#include <isobar/core/grid/grid_spec.hpp>

#include <memory>

namespace isobar {

/// Makes a spec whose equation separates (mode_pencil): the given one if it does,
/// otherwise one near to it. In the latter, beta and alpha_v both have the function
///
///     p = sqrt(b v),   b and v the functions of beta and alpha_v of the horizontal position,
///
/// in place of their own. Profiles and all couplings of columns stay. Over mountains b = 1 / v, so
/// that p is 1. If b is 0, p is v. A call of the new function calls the old ones. If the functions
/// are the same object as in the last call, the result has the same object, too. Then grids need
/// not evaluate it again.
class SeparableSpec {
public:
  GridSpec operator()(const GridSpec& spec);

private:
  std::shared_ptr<const ColumnFields> of_, made_; ///< functions of the last call, and of its result
};

} // namespace isobar
