#pragma once
#include "support_oracle.hpp"

#include <isobar/core/box/box_spec.hpp>

/// A plain serial model of the equation on a box, to compare kernels with. It has loops over whole
/// global arrays in double, fluxes over faces and straight lines between centres. It shares nothing
/// with core but the interfaces and boundaries of an Axis.
namespace isobar::oracle {

/// A u: - div grad u, integrated over cells. Half a cell away, on a Dirichlet side, u is 0. Nothing
/// flows over a Neumann side, and a periodic axis begins again at its other end.
Array box_apply(const BoxSpec& box, const Array& u);
/// f - A u
Array box_residual(const BoxSpec& box, const Array& u, const Array& f);
/// The diagonal of A; 1 in a cell that nothing flows out of.
Array box_diagonal(const BoxSpec& box);
Array box_volumes(const BoxSpec& box);

/// The same where along uniform axes of several cells the cell's mirror image beyond a side counts as a neighbour.
Array box_mirrored_diagonal(const BoxSpec& box);

/// u + rho D^-1 (f - A u), D the mirrored diagonal.
Array box_smooth(const BoxSpec& box, double rho, const Array& u, const Array& f);
/// The same for one colour, D the diagonal of A: 0 cells with even i + j + k, 1 the others.
Array box_smooth_colour(const BoxSpec& box, double rho, int colour, const Array& u, const Array& f);

/// Restricts to the coarser box: sum over the children of each cell.
Array box_sum_children(const BoxSpec& fine, Halving halved, const Array& r);
/// From the coarser box: linear along each axis between the centres of coarse cells. Beyond a side lies the mirror image of
/// the last cell, with the other sign where u is 0 on the side.
Array box_interpolate(const BoxSpec& fine, Halving halved, const Array& coarse);
/// The transpose of that.
Array box_transpose(const BoxSpec& fine, Halving halved, const Array& r);

} // namespace isobar::oracle
