#pragma once
#include <isobar/core/grid/cell_coefficients.hpp>
#include <isobar/core/grid/convection.hpp>
#include <isobar/core/grid/grid_spec.hpp>

#include <utility>

namespace isobar {

/// What is solved: what a deck's or a caller's coefficients come to.
///
///     -w^2 div(alpha grad u) - w^2 xi . grad u + beta u = f          (petascale paper, eq. 5)
///
/// Line relaxation and multigrid solve the spec's part of it, in which coefficients are products and xi is 0.
struct Equation {
  GridSpec spec;
  Convection convection; ///< xi
  CellCoefficients cells;

  Equation() = default;
  Equation(GridSpec s) : spec(std::move(s)) {} // NOLINT(google-explicit-constructor)

  bool symmetric() const { return convection.absent(); }
  bool factorises() const { return cells.absent(); }
  /// Whether the spec is all of it.
  bool is_the_spec() const { return symmetric() && factorises(); }
};

} // namespace isobar
