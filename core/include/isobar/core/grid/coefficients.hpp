#pragma once
#include <functional>
#include <memory>
#include <vector>

/// The coefficients of a user's own equation (petascale paper, eq. 5, and the paragraph on
/// factorised profiles after eq. 14):
///
///     -w^2 ( div_S( alpha_h grad_S u ) + lam^2 (1/r^2) d/dr( r^2 alpha_v du/dr ) ) + beta u = f
///
/// where alpha_h, alpha_v and beta are each a function of the height times one of the horizontal
/// position.
namespace isobar {

/// The coefficients' functions of the height, one number a layer, from the ground up. An empty list
/// means 1 on all layers. All numbers are finite and greater than 0; beta may be 0 on some layers.
struct LayerProfiles {
  /// Heights of the interfaces above the ground in units of the radius (flat: of the box's side):
  /// n_z + 1 increasing numbers. The first one is 0, and the last one is the depth. If the list is
  /// empty, GridSpec::spacing and Physics::depth give the heights.
  std::vector<double> interfaces;
  std::vector<double> alpha_h, alpha_v, beta;

  bool operator==(const LayerProfiles&) const = default;
};

/// A number for each column, as a function of the column's indices in the whole domain. An empty
/// one means 1 everywhere. Every rank asks for its own columns, and for columns beside them that
/// its coarse levels cover, at setup and in updates. Vertical modes ask for all columns (ModePass).
using HorizontalField = std::function<double(int i, int j)>;

/// The geometry of the user's own columns: areas in units of the radius squared; lengths and
/// distances in units of the radius. Western edges have i = 0..n_x, and i = n_x is the eastern side
/// of the domain. Southern edges have j = 0..n_y. A distance is between the centres on both sides
/// of the edge. On a side of the domain, it is from the centre to the edge. An edge of length 0 (a
/// pole) couples nothing.
struct ColumnGeometryFields {
  HorizontalField area;
  HorizontalField west_length, west_distance, south_length, south_distance;
};

/// The coefficients' functions of the horizontal position, and the user's own columns, if any.
struct ColumnFields {
  HorizontalField alpha_h, alpha_v, beta;
  std::shared_ptr<const ColumnGeometryFields> geometry; ///< null: the columns of GridSpec::domain
  bool beta_is_alpha_v = false; ///< beta and alpha_v are one function, as vertical modes require
  /// The ground's height as a share of the depth, below 1. Layers follow the ground up to a flat
  /// top, so that a column has the share m = 1 - ground of its depth. Volumes and faces to
  /// neighbours get the factor m, and couplings between layers get 1/m. The levels of multigrid
  /// know only m. GeneralOperator also has the layers' inclination (inclination.hpp). A ground
  /// needs the vertex flux.
  HorizontalField ground{};
};

} // namespace isobar
