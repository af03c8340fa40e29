#pragma once

namespace isobar {

/// How far a residual norm may grow above the first one. CG's and BiCGStab's norms may be far
/// above it for a while, but a norm that grows so far has lost half of a double's digits.
inline constexpr double residual_growth_bound = 1e8;

} // namespace isobar
