#pragma once
#include <isobar/core/fem/fem_problem.hpp>

namespace isobar {

/// Returns the integrals over the edges of a space's rims. In: `open`, with one entry for each rim. Rims with a Dirichlet value
/// may have terms, which rows of fixed unknowns leave out.
RimTerms rim_terms(const FemSpace& space, std::span<const OpenRim> open);

} // namespace isobar
