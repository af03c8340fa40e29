#pragma once
#include <isobar/core/columns/kernels/coefficient_fields.hpp>
#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/grid/rank_one.hpp>
#include <isobar/core/multigrid/communicator.hpp>

/// The parts of the general equation's setup that need other ranks.
namespace isobar {

/// Fills the halo of coefficients whose owned cells have been given, so that GeneralOperator can
/// read them. `grid` is the operator's. Call it at setup and after each change of a cell.
/// Collective.
template <class P>
void complete(const CoefficientFields<P>& coefficients,
              Communicator<typename P::storage>& communicator, const GridOf<P>& grid) {
  const Flux flux = grid.matrix().flux();
  exchange(communicator, coefficients.alpha_h, halo_of(flux));
  if (flux == Flux::two_point) return;
  DomainSides<P>::mirror_closed(grid, coefficients.alpha_h);
  DomainSides<P>::mean_at_cube_corners(grid, coefficients.alpha_h);
}

/// Returns the reductions with which rank_one reaches the ranks of a level. `ranks` must outlive
/// them.
inline RankReductions reductions_over(Ranks& ranks) {
  return {[&ranks](std::span<double> x) { ranks.sum(x); },
          [&ranks](std::span<double> x) { ranks.max(x); }};
}

} // namespace isobar
