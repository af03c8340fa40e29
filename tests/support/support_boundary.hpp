#pragma once
#include "support_library_equation.hpp"

/// Boundary values of a caller of PressureSolver.
namespace isobar {

/// The same function on all sides that the grid has values on.
inline BoundaryValues on_sides(const PressureGrid& grid, const CellField& g) {
  const bool beside = grid.domain != Domain::sphere && grid.flux_or_default() == Flux::two_point;
  const Boundaries& b = grid.boundaries;
  const CellField x = beside && !b.periodic_x() ? g : CellField(),
                  y = beside && !b.periodic_y() ? g : CellField();
  return {x, x, y, y, g, g};
}

/// One kind of boundary on all of these sides, which others are Neumann.
inline PressureGrid with_sides(PressureGrid grid, Boundary kind) {
  const bool beside = grid.domain != Domain::sphere && grid.flux_or_default() == Flux::two_point;
  Boundaries& b = grid.boundaries;
  for (Boundary* side : {&b.west, &b.east, &b.south, &b.north})
    if (*side != Boundary::periodic && grid.domain != Domain::sphere)
      *side = beside ? kind : Boundary::neumann;
  b.bottom = b.top = kind;
  return grid;
}

/// Any number of a cell.
inline double any_number(int i, int j, int k) {
  return std::sin(1.0 + 3.0 * i + 7.0 * j + 11.0 * k);
}

} // namespace isobar
