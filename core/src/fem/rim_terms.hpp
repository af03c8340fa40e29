#pragma once
#include <isobar/core/fem/fem_problem.hpp>

namespace isobar {

/// The integrals over edges of a space's rims, of which `open` has one for each rim. Rims with a Dirichlet value may have terms: rows of fixed
/// unknowns leave them out.
RimTerms rim_terms(const FemSpace& space, std::span<const OpenRim> open);

} // namespace isobar
