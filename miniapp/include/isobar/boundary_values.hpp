#pragma once
#include <isobar/core/grid/cell_coefficients.hpp>

namespace isobar {

/// Values of the boundary conditions on the sides of the domain, in place of 0. Each is a function
/// of the cell beside the side, by its indices in the whole domain; an empty function means 0. On a
/// Dirichlet side the value is u in the middle of the cell's face. On a Neumann side it is the
/// derivative of u along the outward normal, at the bottom -du/dr. Its unit is the inverse radius
/// (flat: of the box's side).
///
/// A rank evaluates only cells of its own columns: those of its blocks, or of
/// PressureSolver::partition(). Either all ranks with columns beside a side give its function, or
/// none does; the other ranks need not. All numbers are finite.
struct BoundaryValues {
  CellField west{}, east{}, south{}, north{}, bottom{}, top{};
};

} // namespace isobar
