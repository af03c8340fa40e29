#pragma once

namespace isobar {

/// How far a residual norm may grow above the first one. CG's norm and BiCGStab's may be far above it for a while, but what
/// grows so far has lost half of a double's digits.
inline constexpr double residual_growth_bound = 1e8;

} // namespace isobar
