#pragma once
#include "run/record.hpp"

#include <isobar/core/fem/fem_error.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// Counts and bytes of a level. Records list the finest level first.
struct FemLevelRecord {
  Int64 elements = 0, unknowns = 0, fixed = 0;
  Int64 stiffness = 0, transfer = 0; ///< entries of the matrices
  Int64 stiffness_bytes = 0, restriction_bytes = 0, prolongation_bytes = 0, spai_bytes = 0;
  int sweep_groups =
      0; ///< row groups on the rank with most, for a smoother that sweeps through rows; else 0
  /// The largest eigenvalue of M A: an estimate, or the bound that Chebyshev's factors take.
  /// It is empty where a level does not smooth, or where its factor is below each limit.
  std::optional<double> largest_eigenvalue{};
  std::optional<double> relaxation{}; ///< the factor of Jacobi's steps

  /// Whether the smoother diverges: Jacobi's steps enlarge errors from the factor 2 / lambda on.
  bool smoother_diverges() const {
    return largest_eigenvalue && relaxation && *relaxation * *largest_eigenvalue > 2.0;
  }
};

/// Errors of u and of its interpolation against the known solution, and the solution's norm.
struct KnownErrors {
  FemErrors of_u, of_interpolation, norm;
  double on_rims = 0.0; ///< the interpolation's on rims, weighted by the transfer
};

/// Times and sizes of products with the finest level's
/// matrix: seconds of one product; each sample has several.
struct ProductRecord {
  Timing seconds;
  int in_a_sample = 0;
  Int64 entries = 0, bytes = 0; ///< bytes: matrix without padding, x read and y written

  double mflops() const { return 2.0 * double(entries) / seconds.median() / 1e6; }
  double bytes_per_second() const { return double(bytes) / seconds.median(); }
};

/// Everything that a report says about a run of isobar_fem.
struct FemRecord : SolveRecord {
  double load = 0.0; ///< seconds of mesh, refinement and numbering
  Timing assembly;   ///< assembly of the finest level's stiffness matrix
  ProductRecord product;
  std::vector<FemLevelRecord> levels;
  std::optional<KnownErrors> errors;
  std::string warning{}; ///< about a smoother that diverges; empty: none
};

} // namespace isobar
