#pragma once
#include <isobar/core/grid/partition.hpp>

#include <array>

namespace isobar {

/// Shape of the domain: `panel`, one panel of a gnomonic cubed sphere (lengths in earth radii),
/// or `flat`, the unit square times [0, H] in which the petascale paper writes out its matrix.
enum class Domain { panel, flat };
/// Heights of the layer interfaces: `graded` r_k = 1 + H (k/n_z)^2, or equidistant.
enum class LayerSpacing { graded, uniform };

/// The smaller horizontal mesh width: on the panel that of an equiangular grid, pi / (2 n), as the
/// papers reckon it, in the flat box 1 / n; n the larger number of columns.
double mesh_width(Domain domain, int global_nx, int global_ny);

/// Areas of horizontal cells and transmissibilities of their edges, from global column indices.
/// Host only: it is evaluated once, at setup.
///
///     transmissibility(T, T') = length of the shared edge / distance of the cell centres
///
/// with great-circle lengths on the panel. On an edge of the domain the Dirichlet value sits on
/// the edge itself, so the distance is from the centre to the edge. The two-point flux ignores
/// that gnomonic cells are not orthogonal, as the papers' does (docs/design.md).
class HorizontalGeometry {
public:
  HorizontalGeometry(Domain domain, int global_nx, int global_ny, ColumnWidths x = {},
                     ColumnWidths y = {});

  double area(int i, int j) const;
  /// Western edge of column (i, j), i = 0..n_x (n_x: the eastern side of the domain).
  double west(int i, int j) const;
  /// Southern edge of column (i, j), j = 0..n_y.
  double south(int i, int j) const;

private:
  using Point = std::array<double, 3>;
  Point point(double i, double j) const; ///< (0, 0) is the domain's south-west corner
  double distance(double i0, double j0, double i1, double j1) const;

  /// From column indices, whole ones at edges, to a place in the domain from 0 to 1.
  struct Axis {
    int columns;
    ColumnWidths widths;
    double total() const { return double(columns - 1) * widths.regular + widths.last; }
    double place(double i) const {
      const double regular = i < columns - 1 ? i : columns - 1;
      return (regular * widths.regular + (i - regular) * widths.last) / total();
    }
  };

  Domain domain_;
  int nx_, ny_;
  Axis x_, y_;
};

} // namespace isobar
