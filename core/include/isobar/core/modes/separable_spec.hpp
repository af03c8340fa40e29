#pragma once
#include <isobar/core/grid/grid_spec.hpp>

namespace isobar {

/// The spec itself where its equation separates (mode_pencil). Otherwise one near to it that does: beta and alpha_v both have the function
///
///     p = sqrt(b v),   b and v the functions of beta and alpha_v of the horizontal position,
///
/// in place of their own. Profiles and all that links columns stay. Mountains have b = 1 / v, so that p is 1. Where b is 0, p is v. The
/// functions are called when the new one is.
GridSpec separable_spec(const GridSpec& spec);

} // namespace isobar
