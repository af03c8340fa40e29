#pragma once
#include "pressure/problem/equation.hpp"

#include <isobar/core/grid/layers.hpp>
#include <isobar/core/grid/measures.hpp>
#include <isobar/core/grid/sides.hpp>

namespace isobar {

/// A number g on a side adds a term to the volume-integrated right-hand side of the cell beside it.
/// The two terms are for a value on the side (Dirichlet) and for a derivative along the outward
/// normal (Neumann). The distance of the centre from the side is h:
///
///     alpha c g  and  alpha c h g
///
/// where c is the cell's coupling to the side by geometry alone (layers.hpp, horizontal_geometry.hpp). Convection takes 2 g
/// - u, or u + 2 h g, as the number beyond the side. Horizontal sides need the two-point flux, and the ground must be flat.
class BoundaryWeights {
public:
  /// Numbers of a column beside a side that do not depend on the coefficients. The last three are for sides in x and y.
  struct Column {
    double area;
    double ratio = 0.0, distance = 0.0; ///< of its edge on that side (ColumnMeasures::Edge)
    double span = 0.0;                  ///< distance of the centres on both sides of the edge
  };
  /// The numbers of column (i, j) of the whole domain, in host order.
  static Column column(DomainSide side, const ColumnMeasures& columns, int i, int j);

  /// The equation must outlive this.
  explicit BoundaryWeights(const Equation& equation);

  /// The weight of cell (i, j, k) of the whole domain.
  double operator()(DomainSide side, const Column& column, int i, int j, int k) const;
  double volume(const Column& column, int k) const {
    return column.area * measures_.volume[std::size_t(k)];
  }

private:
  double alpha(DomainSide side, int i, int j, int k) const;

  const Equation& equation_;
  LayerMeasures measures_;
  std::vector<LayerCoefficients<double>>
      layers_; ///< from geometry alone, with values on bottom and top
};

} // namespace isobar
