#pragma once
#include <isobar/core/grid/grid_level.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>

#include <memory>
#include <vector>

/// Areas, heights and distances of the finest level's cells, on the host in double. They serve
/// terms that transmissibilities cannot express; HorizontalMesh has no distances.
namespace isobar {

/// Measures of columns by their indices in the whole domain, from spec.columns->geometry or from
/// spec.domain. Lengths on the panel are those of great circles, in units of the radius. The sphere
/// has areas only; there j is the row among the rows of all panels.
class ColumnMeasures {
public:
  ColumnMeasures(const GridSpec& spec, const Partition& p);
  /// The area of column (i, j).
  double area(int i, int j) const;
  /// An edge, and the distance between the centres on both its sides. On a side of the domain, the
  /// distance is from the centre to the edge.
  struct Edge {
    double length, distance;
    /// Length over distance. An edge of length 0 couples nothing, whatever its distance.
    double ratio() const { return length == 0.0 ? 0.0 : length / distance; }
  };
  /// The western edge of column (i, j), sides of the domain included.
  Edge west(int i, int j) const;
  /// The southern edge of column (i, j), sides of the domain included.
  Edge south(int i, int j) const;
  /// The distance between the centres west and east of column (i, j). Beyond a side of the domain
  /// lies the column's own mirror image, or the column at the opposite side if the side is
  /// periodic.
  double x_span(int i, int j) const;
  /// The distance between the centres south and north of column (i, j), in the same way.
  double y_span(int i, int j) const;

private:
  /// The distance between the centres on both sides of a western (southern) edge. On a side of the
  /// domain, it is twice the distance to the centre.
  double x_step(int i, int j) const;
  double y_step(int i, int j) const;
  double west_distance(int i, int j) const;
  double south_distance(int i, int j) const;

  std::shared_ptr<const ColumnGeometryFields> own_; ///< null: geometry_ counts
  HorizontalGeometry geometry_;
  bool on_sphere_;
  int global_nx_, global_ny_;
  Periodic periodic_;
};

/// Measures of the layers, from the ground up.
struct LayerMeasures {
  std::vector<double> thickness;
  /// Volumes over a column of area 1 at the ground. On the panel they have the weight r^2.
  std::vector<double> volume;
  /// Distances between the centres below and above each layer. Beyond the
  /// ground and the top lie mirror images of the lowest and the highest layer.
  std::vector<double> span;

  explicit LayerMeasures(const GridSpec& spec);
};

/// A layer's shares of the distances between its centre and the centres below and above it. A share
/// is arbitrary if nothing lies there.
template <class A> struct LayerShares { A below, above; };

/// Returns the same grid with alpha = beta = 1 everywhere, for an operator that has its
/// coefficients in fields.
GridSpec geometry_alone(GridSpec spec);

} // namespace isobar
