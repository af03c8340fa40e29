#pragma once
#include <isobar/core/grid/rank_one.hpp>
#include <isobar/core/kernels/coefficient_fields.hpp>
#include <isobar/core/solvers/communicator.hpp>

/// What the general equation wants of other ranks at setup.
namespace isobar {

/// Fills the halo of coefficients whose owned cells are there, so that GeneralOperator can read
/// them: with the neighbours' cells, and beyond the domain's sides with the cells beside them. At
/// setup, and after each change of a cell. Collective.
template <class P>
void complete(const CoefficientFields<P>& coefficients,
              Communicator<typename P::storage>& communicator, const Partition& p,
              const Boundaries& boundaries) {
  const auto complete_one = [&](const FieldOf<P>& x) {
    exchange(communicator, x);
    extend_beyond_sides<P>(p, boundaries, x);
  };
  complete_one(coefficients.alpha_h);
  complete_one(coefficients.alpha_v);
  complete_one(coefficients.beta);
}

/// How rank_one reaches the ranks of a level. They must outlive it.
inline RankReductions reductions_over(Ranks& ranks) {
  return {[&ranks](std::span<double> x) { ranks.sum(x); },
          [&ranks](std::span<double> x) { ranks.max(x); }};
}

} // namespace isobar
