#pragma once
#include <isobar/core/grid/cell_coefficients.hpp>

namespace isobar {

/// Values on the sides of the domain that replace 0, each a function of the cell beside the side, by its indices in the whole
/// domain; an empty function means 0. A Dirichlet side has u in the middle of the cell's face there. A Neumann side has the
/// derivative of u along the outward normal, in units of the inverse radius (flat: of the box's side): at the bottom -du/dr.
///
/// A rank evaluates only cells of its own columns: those of its blocks, or of PressureSolver::partition(). Either
/// all ranks with columns beside a side give its function, or none; other ranks need not. All numbers are finite.
struct BoundaryValues {
  CellField west{}, east{}, south{}, north{}, bottom{}, top{};
};

} // namespace isobar
