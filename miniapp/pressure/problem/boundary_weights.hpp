#pragma once
#include "pressure/problem/equation.hpp"

#include <isobar/core/grid/layers.hpp>
#include <isobar/core/grid/measures.hpp>
#include <isobar/core/grid/sides.hpp>

namespace isobar {

/// What a number g on a side adds to the right-hand side of the cell beside it, volume-integrated. With a value on the side (Dirichlet)
/// and with a derivative along the outward normal (Neumann), h being the distance of the centre from the side:
///
///     alpha c g  and  alpha c h g
///
/// where c is the cell's coupling to the side by geometry alone (layers.hpp, horizontal_geometry.hpp). Convection takes 2 g - u, or
/// u + 2 h g, for the number beyond the side. Of horizontal sides with the two-point flux; without a ground.
class BoundaryWeights {
public:
  /// What a column beside a side is, whatever the coefficients are. The last three are those of sides in x and y.
  struct Column {
    double area;
    double ratio = 0.0, distance = 0.0; ///< of its edge there (ColumnMeasures::Edge)
    double span = 0.0;                  ///< between the centres on both sides of it
  };
  /// Of column (i, j) of the whole domain, in host order.
  static Column column(DomainSide side, const ColumnMeasures& columns, int i, int j);

  /// The equation must outlive this.
  explicit BoundaryWeights(const Equation& equation);

  /// Of cell (i, j, k) of the whole domain.
  double operator()(DomainSide side, const Column& column, int i, int j, int k) const;
  double volume(const Column& column, int k) const {
    return column.area * measures_.volume[std::size_t(k)];
  }

private:
  double alpha(DomainSide side, int i, int j, int k) const;

  const Equation& equation_;
  LayerMeasures measures_;
  std::vector<LayerCoefficients<double>>
      layers_; ///< of geometry alone, with values on bottom and top
};

} // namespace isobar
