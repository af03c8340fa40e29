#pragma once
#include <isobar/core/fem/fem_space.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <span>

/// Right-hand sides that have a solution, and the mean of a solution, where constants are the
/// null space of the matrix. All functions run on the host; those with ranks are collective.
namespace isobar {

/// The sums of a right-hand side before its mean was subtracted. `total` is the
/// sum of its numbers, which is the integral of f and of fluxes. `magnitude` is
/// the sum of their absolute values. A solution exists if `total` is 0.
struct Compatibility {
  double total = 0.0, magnitude = 0.0;
  /// Returns total / magnitude, or 0 for a right-hand side of zeros.
  double defect() const { return magnitude > 0.0 ? total / magnitude : 0.0; }
};

/// Returns the integrals of the basis functions of owned unknowns.
std::vector<double> basis_integrals(const FemSpace& space);

/// Subtracts a constant from f, so that its integral becomes opposite to that of the
/// fluxes. `right_side`: a number for each owned unknown. `integrals`: the integrals
/// of the same unknowns' basis functions. Returns the sums before the subtraction.
Compatibility make_compatible(Ranks& ranks, std::span<const double> integrals,
                              std::span<double> right_side);

/// Returns the mean over the mesh of a function of the space. `u`:
/// its values at owned unknowns, maybe with others behind them.
double mean_of(Ranks& ranks, std::span<const double> integrals, std::span<const double> u);

} // namespace isobar
