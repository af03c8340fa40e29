#pragma once
#include <isobar/core/grid/convection.hpp>
#include <isobar/core/grid/grid_spec.hpp>

#include <functional>
#include <utility>

namespace isobar {

/// A number for each cell, by the cell's indices in the whole domain; empty: not given. Every rank asks for its own
/// cells, for those beside them, and for the columns that its coarse levels cover.
using CellField = std::function<double(int i, int j, int k)>;

/// alpha_h, alpha_v and beta that are no products of a function of the height and one of the position. What is empty
/// beside others is the spec's product. All finite and greater than 0, but beta may be 0.
struct CellCoefficients {
  CellField alpha_h, alpha_v, beta;
  bool absent() const { return !alpha_h && !alpha_v && !beta; }
};

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
