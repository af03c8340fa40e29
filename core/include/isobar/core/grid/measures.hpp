#pragma once
#include <isobar/core/grid/grid_level.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>

#include <memory>
#include <vector>

/// Areas, heights and distances of the finest level's cells, on the host in double: for terms of
/// the equation that are not made of transmissibilities, which are all that HorizontalMesh has.
namespace isobar {

/// Of columns, by their indices in the whole domain: those of spec.columns->geometry, or of
/// spec.domain. Great circles on the panel, in units of the radius. On the sphere areas alone, j being the row of all panels.
class ColumnMeasures {
public:
  ColumnMeasures(const GridSpec& spec, const Partition& p);
  double area(int i, int j) const;
  /// An edge and the distance between the centres on both sides of it. On a side of the domain the distance is from the centre to it.
  struct Edge {
    double length, distance;
    /// An edge of length 0 couples nothing, whatever its distance.
    double ratio() const { return length == 0.0 ? 0.0 : length / distance; }
  };
  /// The western (southern) edge of column (i, j), sides of the domain included.
  Edge west(int i, int j) const;
  Edge south(int i, int j) const;
  /// Distance between the centres west and east of column (i, j), south and north of it. Beyond a
  /// side of the domain that of the column's own mirror image counts, or, where the side is
  /// periodic, that of the opposite side's column.
  double x_span(int i, int j) const;
  double y_span(int i, int j) const;

private:
  /// Of the centres on both sides of a western (southern) edge; of a side of the domain twice that
  /// to the centre.
  double x_step(int i, int j) const;
  double y_step(int i, int j) const;
  double west_distance(int i, int j) const;
  double south_distance(int i, int j) const;

  std::shared_ptr<const ColumnGeometryFields> own_; ///< none: those of geometry_
  HorizontalGeometry geometry_;
  bool on_sphere_;
  int global_nx_, global_ny_;
  Periodic periodic_;
};

/// Of the layers, from the ground up.
struct LayerMeasures {
  std::vector<double> thickness;
  /// Of a column of area 1 at the ground; on the panel with the weight r^2.
  std::vector<double> volume;
  /// Distance between the centres below and above a layer; below the ground and above the top lie
  /// the mirror images of the lowest layer and the highest.
  std::vector<double> span;

  explicit LayerMeasures(const GridSpec& spec);
};

/// A layer's shares of the ways between its centre and those below and above it. Any where nothing
/// lies there.
template <class A> struct LayerShares { A below, above; };

/// The same grid with alpha = beta = 1 everywhere: for an operator that has its coefficients in
/// fields.
GridSpec geometry_alone(GridSpec spec);

} // namespace isobar
