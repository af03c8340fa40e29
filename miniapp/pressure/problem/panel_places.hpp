#pragma once
#include "pressure/deck/deck.hpp"

#include <array>

/// The places on the earth of columns of one panel, or of the sphere's six.
namespace isobar {

/// xi or eta at this number of columns from the western or southern side of a panel: -1 there, 1 on the opposite side.
double gnomonic_coordinate(double columns_from_side, int columns);
/// The same on an equiangular panel, as the angle from its middle in degrees.
double equiangular_coordinate(double columns_from_side, int columns);

/// Degrees east and north of a point of column (i, j). x and y are fractions of the column's width and
/// length, from its south-western corner. On the sphere j counts the rows of all panels. The longitude
/// is the one nearest to the column's centre, so that a column's corners are never 360 degrees apart.
std::array<double, 2> place_in_column(const deck::Grid& grid, int i, int j, double x, double y);

} // namespace isobar
