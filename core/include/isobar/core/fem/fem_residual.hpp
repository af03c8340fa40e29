#pragma once
#include <isobar/core/fem/assembly.hpp>

namespace isobar {

/// 2-norms of a residual, computed in double from the rows of a matrix.
struct ResidualNorms {
  double residual = 0.0;  ///< || f - A u ||
  double magnitude = 0.0; ///< || |A| |u| + |f| ||
  double rhs = 0.0;       ///< || f ||
};
/// Returns the norms of f - A u.
ResidualNorms residual_norms(const CsrRows<double>& a, const FemNumbers& u, const FemNumbers& f);

} // namespace isobar
