#pragma once

namespace isobar {

/// How residuals reach the coarse level. `average` sums the four children, as residuals are
/// volume-integrated; it is the average of pointwise residuals. `transpose` is P^T, for a symmetric
/// V-cycle. On boxes alone (box_transfer.hpp): `half_weighting` and `injection` of Jacobsen and Senocak.
enum class Restriction { average, transpose, half_weighting, injection };

} // namespace isobar
