#pragma once
#include <isobar/core/grid/cell_coefficients.hpp>
#include <isobar/core/grid/convection.hpp>
#include <isobar/core/grid/grid_spec.hpp>

#include <utility>
#include <vector>

namespace isobar {

/// The equation to solve, from the coefficients of a deck or of a caller:
///
///     -w^2 div(alpha grad u) - w^2 xi . grad u + beta u = f          (petascale paper, eq. 5)
///
/// Line relaxation and multigrid solve the part in `spec`, where coefficients are products, xi is 0 and layers are level.
struct Equation {
  GridSpec spec;
  Convection convection; ///< xi
  CellCoefficients cells;

  Equation() = default;
  Equation(GridSpec s) : spec(std::move(s)) {} // NOLINT(google-explicit-constructor)

  bool symmetric() const { return convection.absent(); }
  bool factorises() const { return cells.absent(); }
  /// Whether its layers follow a ground that is not flat. Apart from that it is then symmetric and factorises.
  bool inclined() const { return has_ground(spec); }
  /// Whether the spec, which multigrid solves, is the whole equation.
  bool is_the_spec() const { return symmetric() && factorises() && !inclined(); }
};

/// A coefficient in cell (i, j, k) of the whole domain: its own number, or the product.
inline double coefficient(const CellField& cells, const std::vector<double>& profile,
                          const HorizontalField& column, int i, int j, int k) {
  if (cells) return cells(i, j, k);
  return (profile.empty() ? 1.0 : profile[std::size_t(k)]) * (column ? column(i, j) : 1.0);
}

} // namespace isobar
