#pragma once
#include <isobar/core/fem/fem_space.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <span>

/// Where constants are the null space of the matrix: right-hand sides that have a solution, and the mean of a solution. All on the host, and
/// collective.
namespace isobar {

/// A right-hand side before its mean was taken off: the sum of its numbers, which is the integral of f and of fluxes, and the
/// sum of their sizes. A solution exists where the first is 0.
struct Compatibility {
  double total = 0.0, magnitude = 0.0;
  /// The first over the second; 0 for no right-hand side at all.
  double defect() const { return magnitude > 0.0 ? total / magnitude : 0.0; }
};

/// Integrals of basis functions, of owned unknowns.
std::vector<double> basis_integrals(const FemSpace& space);

/// Takes the constant off f that makes its integral opposite to that of the fluxes. `right_side` has a number for each owned unknown, and
/// `integrals` are those of their basis functions.
Compatibility make_compatible(Ranks& ranks, std::span<const double> integrals,
                              std::span<double> right_side);

/// The mean of a function of the space over the mesh, by its values at owned unknowns; `u` may have more behind them.
double mean_of(Ranks& ranks, std::span<const double> integrals, std::span<const double> u);

} // namespace isobar
