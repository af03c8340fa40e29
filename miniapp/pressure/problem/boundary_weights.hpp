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
  /// `part`: of the finest level. Both must outlive this.
  BoundaryWeights(const Equation& equation, const Partition& part);

  /// Of cell (i, j, k) of the whole domain, in host order.
  double operator()(DomainSide side, int i, int j, int k) const;
  double volume(int i, int j, int k) const {
    return columns_.area(i, j) * measures_.volume[std::size_t(k)];
  }

private:
  /// The coupling, and the distance of the centre.
  struct Face {
    double coupling, distance;
  };
  Face face(DomainSide side, int i, int j, int k) const;
  double alpha(DomainSide side, int i, int j, int k) const;

  const Equation& equation_;
  ColumnMeasures columns_;
  LayerMeasures measures_;
  std::vector<LayerCoefficients<double>>
      layers_; ///< of geometry alone, with values on bottom and top
};

} // namespace isobar
