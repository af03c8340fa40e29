#pragma once
#include <isobar/core/grid/cell_coefficients.hpp>

namespace isobar {

/// What holds on the sides of the domain in place of 0, each a function of the cell beside the side, by its indices in the whole domain;
/// what is not given stays 0. On a Dirichlet side it is u in the middle of the cell's face there. On a Neumann side it is the derivative of
/// u along the outward normal, in units of the inverse radius (flat: of the box's side): at the bottom -du/dr.
///
/// A rank is asked for cells of its own columns alone: those of its blocks, or of PressureSolver::partition(). Ranks without columns beside a
/// side need not give it; all others give it, or none does. All numbers are finite.
struct BoundaryValues {
  CellField west{}, east{}, south{}, north{}, bottom{}, top{};
};

} // namespace isobar
