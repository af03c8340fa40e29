#pragma once

namespace isobar {

/// How residuals reach the coarse level. `average` sums the four
/// children, as residuals are volume-integrated: it averages
/// pointwise residuals. `transpose` is P^T, for a symmetric V-cycle.
enum class Restriction { average, transpose };

} // namespace isobar
