#pragma once
#include <isobar/core/grid/coefficients.hpp>

#include <vector>

namespace isobar {

/// One component of xi: a function of the height times one of the horizontal position. If both are
/// empty the component is 0; if one is empty, it counts as 1.
struct ConvectionComponent {
  std::vector<double> profile; ///< one number a layer, from the ground up
  HorizontalField field;       ///< by the column's indices in the whole domain
  bool absent() const { return profile.empty() && !field; }
};

/// The vector xi of the convection: x eastwards along the rows of columns, y northwards, z upwards.
/// The gradient that it multiplies is in units of the radius (flat: of the box's side), like
/// heights and distances.
struct Convection {
  ConvectionComponent x, y, z;
  bool absent() const { return x.absent() && y.absent() && z.absent(); }
};

} // namespace isobar
