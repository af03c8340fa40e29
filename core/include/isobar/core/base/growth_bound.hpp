#pragma once

namespace isobar {

/// The factor by which a residual norm may exceed the first one. Norms of CG and BiCGStab may be
/// far above the first one for a while. But a norm that grows by this factor has lost half of a
/// double's digits.
inline constexpr double residual_growth_bound = 1e8;

} // namespace isobar
