#pragma once

namespace isobar {

/// How residuals reach the coarse level. `average` sums the four children: residuals are
/// volume-integrated, so the sum is an average of pointwise residuals. `transpose` is P^T, which
/// makes a V-cycle symmetric. Only boxes (box_transfer.hpp) have `half_weighting` and `injection`,
/// from Jacobsen and Senocak.
enum class Restriction { average, transpose, half_weighting, injection };

} // namespace isobar
